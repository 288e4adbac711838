import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { sarifProblems } from '@perimeter/report/testing/schemas';
import { at, audit } from '../testing/audited-forms.ts';
import { runCommandLine } from '../testing/command-line.ts';
import { put, withFile } from '../testing/config-file.ts';
import { findConfiguration } from './find-file.ts';

test('the file is searched upwards to the root of the repository, and no further', () => {
  put('perimeter.yml', '');
  mkdirSync(at('repo/.git'), { recursive: true });
  mkdirSync(at('repo/a/b'), { recursive: true });
  assert.equal(findConfiguration(null, {}, at('repo/a/b')), null);
  const hidden = put('repo/.github/perimeter.yml', '');
  assert.equal(findConfiguration(null, {}, at('repo/a/b')), hidden);
  const root = put('repo/perimeter.yml', '');
  assert.equal(findConfiguration(null, {}, at('repo/a/b')), root);
  const near = put('repo/a/.github/perimeter.yml', '');
  assert.equal(findConfiguration(null, {}, at('repo/a/b')), near);
  assert.equal(findConfiguration(null, { PERIMETER_CONFIG: 'c.yml' }, at('repo/a')), at('repo/a/c.yml'));
  assert.equal(findConfiguration('d.yml', { PERIMETER_CONFIG: 'c.yml' }, at('repo/a')), at('repo/a/d.yml'));
  // Outside a repository a parent folder may belong to another user.
  mkdirSync(at('loose/below'), { recursive: true });
  put('loose/perimeter.yml', '');
  assert.equal(findConfiguration(null, {}, at('loose/below')), null);
  assert.equal(findConfiguration(null, {}, at('loose')), at('loose/perimeter.yml'));
});

test('a mistake is exit code 2, with file, line, column and a suggestion', async () => {
  const rows: readonly (readonly [string, RegExp])[] = [
    ['gate: { failOn: high }\ntarget: []\n', /perimeter\.yml:2:1: unknown key "target"\. Did you mean targets\?/],
    ['gate:\n  failon: high\n', /:2:3: unknown key "failon"\. Did you mean failOn\?/],
    ['targets:\n  - { domain: a.org, ownr: me }\n', /:2:22: unknown key "ownr"\. Did you mean owner\?/],
    ['gate:\n  failOn: hgh\n', /:2:11: .*\(gate\.failOn\)\. Did you mean high\?/],
    ['gate:\n  maxDrop: many\n', /:2:12: must be a number \(gate\.maxDrop\)/],
    ['gate: { maxDrop: -3 }\n', /:1:18: must be at least 0 \(gate\.maxDrop\)/],
    ['gate: { minScore: 101 }\n', /:1:19: must be at most 100 \(gate\.minScore\)/],
    ['gate: { strictAccept: "yes" }\n', /:1:23: must be true or false/],
    ['mode: quick\n', /:1:7: use standard, deep \(mode\)/],
    ['targets: a.org\n', /:1:10: must be a list \(targets\)/],
    ['targets:\n  - a.org\n', /:2:5: must be keys with values \(targets\.0\)/],
    ['targets:\n  - { mode: deep }\n', /:2:5: missing: write "domain: example\.org" \(targets\.0\.domain\)/],
    ['a: 1\n---\nb: 2\n', /:2:1: only one document is allowed/],
    ['gate: failOn: high\n', /:1:7: a second key in this line/],
    ['gate:\n  failOn: high\n   minGrade: C\n', /:2:11: a second key in this line/],
    ['mode\n', /:1:1: must be keys with values/],
    ['mode: deep\nserver\n', /:2:1: a key without a value: write "key: value"/],
    ['mode: "deep" or not\n', /:1:14: more text after the end of a value/],
    ['targets:\n  - domain: a.org\n - domain: b.org\n', /:3:1: not as far in as the lines beside it/],
    ['\n\ngate: { maxDrop: 5 }\n', /perimeter\.yml:3: gate\.maxDrop needs a baseline: .*gate\.baseline/],
    ['gate:\n  failOnNew: low\n', /perimeter\.yml:2: gate\.failOnNew needs a baseline/],
    ['gate:\n  strictBaseline: true\n', /perimeter\.yml:2: gate\.strictBaseline needs a baseline/],
    ['gate:\n  baseline: gone.json\n', /perimeter\.yml:2: Cannot read the baseline .*gone\.json: no such file/],
    ['gate:\n  baseline: perimeter.yml\n', /perimeter\.yml:2: Cannot read .*perimeter\.yml: not valid JSON/],
    ['mode: deep\nserver: a.org\n', /perimeter\.yml:2: Invalid address of the service \(server\): use an https URL/],
    ['server: http://a.org\n', /perimeter\.yml:1: Invalid address of the service \(server\): use https; http is/],
    [
      `accept:\n  - { check: hsts-missing, host: 'https://a.org', reason: known, owner: me, expires: 2027-01-01 }\n`,
      /:2:34: Use the name of a host/,
    ],
    ['gate: { failOn: high }\ngate: { failOn: low }\n', /:2:1: duplicate key/],
    ['- a\n', /:1:1: /],
    ['accept:\n  - { check: hsts-missing, reason: known, expires: 2027-01-01 }\n', /:2:5: .*\(accept\.0\.owner\)/],
  ];
  for (const [text, expected] of rows) {
    const { code, stderr, requests } = await withFile(text, ['example.org']);
    assert.deepEqual([code, requests.length], [2, 0], text);
    assert.match(stderr, expected);
  }
});

test('a list with only commented-out entries is empty', async () => {
  const { code, stderr } = await withFile('---\ntargets:\n  # - domain: a.org\ngate:\naccept:\n', [
    'a.org',
    '--fail-on',
    'none',
  ]);
  assert.equal(code, 0, stderr);
});

test('a file name with line breaks does not break messages into lines', async () => {
  const odd = 'odd\n::error::y\n  Z.yml';
  const text = 'accept:\n  - { check: hsts-missing, reason: "a\\nb", owner: me, expires: 2026-01-01 }\n';
  const config = put(odd, text);
  const wrong = put('odd\n::error::z.yml', 'gaet: {}\n');
  const rows: readonly (readonly [readonly string[], number, number])[] = [
    [['audit', 'a.org', '--config', config, '--show-config'], 0, 12],
    [['accept', 'list', '--config', config], 0, 1],
    [['accept', 'prune', '--config', config], 0, 1],
    [['audit', 'a.org', '--config', wrong], 2, 2],
    [['audit', '--from', `${wrong}\ngone`], 2, 2],
    [['baseline', 'create', `${wrong}\ngone`], 2, 2],
    [['audit', 'a.org', '--no-config', '-f', `csv=${wrong}\n/a`], 2, 2],
  ];
  for (const [args, exit, lines] of rows) {
    const { code, stdout, stderr } = await runCommandLine([...args]);
    assert.deepEqual([code, (stdout + stderr).split('\n').length - 1], [exit, lines], stdout + stderr);
    assert.doesNotMatch(stdout + stderr, /^\s*::/mu);
  }
});

test('option, environment, file, default: the first with a value takes precedence, and each is shown with its origin', async () => {
  const text = 'mode: deep\ngate:\n  failOn: low\n  minGrade: B\ntargets:\n  - domain: example.org\n';
  const options = { env: { PERIMETER_FAIL_ON: 'medium', PERIMETER_MIN_SCORE: '50' } };
  const { stdout, code, requests } = await withFile(text, ['--show-config', '--min-grade', 'C'], options);
  assert.deepEqual([code, requests.length], [0, 0]);
  for (const line of [
    /^mode: deep {2}# .*perimeter\.yml:1$/mu,
    /^gate\.failOn: medium {2}# PERIMETER_FAIL_ON$/mu,
    /^gate\.minGrade: C {2}# --min-grade$/mu,
    /^gate\.minScore: 50 {2}# PERIMETER_MIN_SCORE$/mu,
    /^gate\.maxDrop: none {2}# default$/mu,
    /^targets\.0: \{"domain":"example\.org"\} {2}# .*perimeter\.yml:6$/mu,
  ])
    assert.match(stdout, line);
  const wrong = await withFile(text, [], { env: { PERIMETER_FAIL_ON: 'hgh' } });
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /for PERIMETER_FAIL_ON: use/);
  const broken = await withFile(text, ['--fail-on', 'a\r\n::set-output b']);
  assert.match(
    broken.stderr,
    /^perimeter: Invalid value "a \S+set-output b" for --fail-on: use [^\n]+\nRun [^\n]+\n$/u,
  );
  const alone = await withFile('mode: deep\n', ['a.org'], { env: { PERIMETER_MAX_DROP: '5' } });
  assert.match(alone.stderr, /^perimeter: PERIMETER_MAX_DROP needs a baseline/mu);
  const gone = await withFile('', ['a.org'], { env: { PERIMETER_BASELINE: 'gone.json' } });
  assert.match(gone.stderr, /^perimeter: PERIMETER_BASELINE: Cannot read the baseline gone\.json/mu);
  const none = await withFile('mode: deep\n');
  assert.match(none.stderr, /Missing domain\. .*or list domains under "targets:" in .*perimeter\.yml/);
});

test('targets of the file are audited if no domain is given, each in its mode', async () => {
  const text =
    'mode: standard\ntargets:\n  - { domain: a.org, mode: deep }\n  - { domain: b.org, tags: [prod], owner: web }\n';
  const modes = async (...args: readonly string[]) =>
    (await withFile(text, args)).requests.map(({ domain, scanMode }) => [domain, scanMode]);
  assert.deepEqual(await modes(), [
    ['a.org', 'deep'],
    ['b.org', 'standard'],
  ]);
  assert.deepEqual(await modes('a.org'), [['a.org', 'deep']]);
  assert.deepEqual(await modes('a.org', '--mode', 'standard'), [['a.org', 'standard']]);
  assert.match((await withFile(text, ['a.org'])).stderr, /^Configuration: .*perimeter\.yml$/mu);
});

test('with --no-config no file is read; the schema can be printed', async () => {
  const file = put('perimeter.yml', 'nonsense: 1\n');
  const { code, stderr } = await runCommandLine(['audit', 'bad.lab', '--no-config', '--fail-on', 'none'], {
    env: { PERIMETER_CONFIG: file },
  });
  assert.equal(code, 0, stderr);
  const { stdout } = await runCommandLine(['schema', 'config']);
  const schema = JSON.parse(stdout);
  assert.deepEqual(Object.keys(schema.properties), ['targets', 'mode', 'server', 'gate', 'accept']);
  assert.equal(schema.additionalProperties, false);
});

test('owner and tags of a target are in its verdict and in SARIF', async () => {
  const text = 'targets:\n  - { domain: Audited.org, tags: [prod, eu], owner: web-team }\n  - { domain: b.org }\n';
  const { stdout, stderr } = await withFile(text, ['-f', 'sarif', '--fail-on', 'low'], { audit });
  const runs: { properties: { owner?: string; tags?: string[] } }[] = JSON.parse(stdout).runs;
  assert.deepEqual(sarifProblems(stdout), []);
  assert.deepEqual(
    runs.map(({ properties: { owner, tags } }) => [owner, tags]),
    [
      ['web-team', ['prod', 'eu']],
      [undefined, undefined],
    ],
  );
  assert.match(stderr, /^audited\.org: .*gate failed: .* \(owner: web-team\)$/mu);
  const down = await withFile('targets: [{ domain: fail.org, owner: ops }]\n', [], { audit });
  assert.match(down.stderr, /^fail\.org: audit failed \(owner: ops\)\. /mu);
});
