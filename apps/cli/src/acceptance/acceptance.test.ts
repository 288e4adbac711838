import { report as reportSchema } from '@perimeter/contract/report';
import { reportPath } from '@perimeter/engine/runner/golden';
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../testing/audited-forms.ts';
import { noEvidence, runCommandLine } from '../testing/command-line.ts';

const bad = reportSchema.parse(JSON.parse(readFileSync(reportPath('bad.lab'), 'utf8')));
const audit = () => ({ ok: true as const, report: bad, evidence: noEvidence });
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const later = dayIn(90);
const entry = (what: string, expires = later): string =>
  `  - { ${what}, reason: known until the move, owner: jane@bad.lab, expires: ${expires} }\n`;
const file = (entries: readonly string[]): string => `accept:\n${entries.join('')}`;

async function accepting(text: string, ...args: readonly string[]) {
  writeFileSync(at('accept.yml'), text);
  return runCommandLine(['audit', 'bad.lab', '--config', at('accept.yml'), ...args], { audit });
}

const severe = [...new Set(bad.findings.filter(({ cvss }) => cvss >= 7).map(({ checkId }) => checkId))];
const acceptSevere = file(severe.map((id) => entry(`check: ${id}`)));
const [first] = bad.findings.filter(({ severity }) => severity === 'high' || severity === 'critical');
assert.ok(first !== undefined);
const passed = bad.modules.flatMap(({ checks }) => checks).find(({ outcome }) => outcome === 'pass')?.id ?? '';
const open = bad.modules.flatMap(({ checks }) => checks).find(({ outcome }) => outcome === 'inconclusive')?.id ?? '';
const last = (stderr: string): string => stderr.trimEnd().split('\n').at(-1) ?? '';

test('the gate ignores accepted findings, and the score does not change', async () => {
  const { code, stdout, stderr } = await accepting(acceptSevere, '--fail-on', 'high', '--min-grade', 'F', '-f', 'json');
  assert.equal(code, 0, stderr);
  const written = reportSchema.parse(JSON.parse(stdout));
  assert.deepEqual(written.score, bad.score);
  assert.ok((written.scoreWithAccepted?.total ?? -1) >= bad.score.total);
  const accepted = written.findings.filter((one) => one.accepted !== undefined);
  assert.equal(accepted.length, bad.findings.filter(({ checkId }) => severe.includes(checkId)).length);
  assert.deepEqual(accepted[0]?.accepted, { reason: 'known until the move', owner: 'jane@bad.lab', expires: later });
  assert.equal(last(stderr), `${severe.length} accepted`);
  assert.equal((await accepting(acceptSevere, '--fail-on', 'high', '--min-grade', 'D')).code, 1);
});

test('an entry applies until its end date, never to a finding that became more severe, and is unused only if its check was judged', async (t) => {
  // No day ends between a row and its audit.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const check = first.checkId;
  const rows: readonly (readonly [string, number, string])[] = [
    [entry(`check: ${check}`, dayIn(1)), 1, '1 accepted: 1 expires in 1 day'],
    [entry(`check: ${check}`, dayIn(14)), 1, '1 accepted: 1 expires in 14 days'],
    [entry(`check: ${check}`, dayIn(15)), 1, '1 accepted'],
    [entry(`check: ${check}`, dayIn(0)), 0, '1 accepted: 1 expired'],
    [entry(`check: ${check}`, dayIn(-1)), 0, '1 accepted: 1 expired'],
    [entry(`check: ${check}, severity: critical`), 1, '1 accepted'],
    [entry(`check: ${check}, severity: low`), 0, `1 accepted: 1 no longer covers (now ${first.severity})`],
    [entry(`check: ${check}, host: ${first.host}`), 1, '1 accepted'],
    [entry(`check: ${check}, host: none.bad.lab`), 0, '1 accepted: 1 unused'],
    [entry(`check: ${check}, host: other.net`), 0, '1 accepted'],
    [entry(`check: ${check}, subject: nothing like it`), 0, '1 accepted: 1 unused'],
    [entry(`check: ${passed}`), 0, '1 accepted: 1 unused'],
    [entry(`check: ${open}`), 0, '1 accepted'],
    [entry(`fingerprint: ${first.fingerprint}`), 1, '1 accepted'],
    [entry(`fingerprint: ${'a'.repeat(64)}`), 0, '1 accepted'],
    [entry(`check: ${check}, fingerprint: ${'a'.repeat(64)}`), 0, '1 accepted: 1 unused'],
  ];
  for (const [line, covers, expected] of rows) {
    const { stdout, stderr, code } = await accepting(file([line]), '--fail-on', 'none', '-f', 'json');
    assert.equal(code, 0, stderr);
    const written: typeof bad = JSON.parse(stdout);
    const covered = written.findings.filter((one) => one.accepted !== undefined);
    assert.deepEqual([covered.length > 0 ? 1 : 0, last(stderr)], [covers, expected], line);
  }
});

test('an entry is unused only if every target that it may concern was audited', async () => {
  const estate = 'targets: [{ domain: bad.lab }, { domain: other.lab }, { domain: down.lab }]\n';
  const reports = (request: { domain: string }) =>
    request.domain === 'down.lab'
      ? {
          ok: false as const,
          failure: { code: 'target_unreachable' as const, message: 'Nothing answered', retryable: true },
          evidence: noEvidence,
        }
      : { ok: true as const, report: { ...bad, domain: request.domain }, evidence: noEvidence };
  const anywhere = entry(`check: ${passed}`);
  const onHost = entry(`check: ${passed}, host: www.bad.lab`);
  const rows: readonly (readonly [string, string, readonly string[], string])[] = [
    [estate, anywhere, ['bad.lab'], '1 accepted'],
    [estate, anywhere, ['bad.lab', 'other.lab', 'down.lab'], '1 accepted'],
    [estate.replace(/, \{ domain: down.*\}/u, ''), anywhere, ['bad.lab', 'other.lab'], '1 accepted: 1 unused'],
    ['', anywhere, ['bad.lab'], '1 accepted: 1 unused'],
    [estate, onHost, ['bad.lab'], '1 accepted: 1 unused'],
    [estate, onHost, ['other.lab'], '1 accepted'],
    [estate, onHost, ['bad.lab', 'other.lab', 'down.lab'], '1 accepted: 1 unused'],
    [estate, entry('check: no-such-check'), ['bad.lab'], '1 accepted: 1 of an unknown check'],
  ];
  for (const [targets, line, domains, expected] of rows) {
    writeFileSync(at('estate.yml'), targets + file([line]));
    const args = ['audit', ...domains, '--config', at('estate.yml'), '--fail-on', 'none', '--allow-incomplete'];
    const { stderr } = await runCommandLine(args, { audit: reports });
    assert.equal(last(stderr), expected, `${line} in ${domains.join(', ')}: ${stderr}`);
  }
  const config = at('estate.yml');
  writeFileSync(config, estate + file([anywhere, onHost]));
  const prune = async () => runCommandLine(['accept', 'prune', '--report', reportPath('bad.lab'), '--config', config]);
  assert.match((await prune()).stderr, /1 removed; entries without a host stay .* no report of other\.lab, down\.lab/);
  assert.equal(readFileSync(config, 'utf8'), estate + file([anywhere]));
});

test('the last line counts the entries, and --strict-accept fails for those that need attention', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const text = file([
    entry(`check: ${first.checkId}, severity: low`),
    entry(`check: ${passed}`),
    entry('check: cert-expired', dayIn(9)),
    entry(`check: ${severe.find((id) => id !== first.checkId && id !== 'cert-expired') ?? ''}`),
  ]);
  const { stderr, code } = await accepting(text, '--fail-on', 'none');
  assert.equal(code, 0);
  assert.equal(last(stderr), `4 accepted: 1 expires in 9 days, 1 unused, 1 no longer covers (now ${first.severity})`);
  assert.equal((await accepting(text, '--fail-on', 'none', '--strict-accept')).code, 1);
  assert.equal((await accepting(text, '--fail-on', 'none', '--strict-accept', '--exit-zero')).code, 0);
});

test('an end date more than 365 days ahead is refused with its place', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  assert.equal((await accepting(file([entry(`check: ${passed}`, dayIn(365))]), '--fail-on', 'none')).code, 0);
  const { code, stderr } = await accepting(file([entry(`check: ${passed}`, dayIn(366))]));
  assert.equal(code, 2);
  assert.match(stderr, /accept\.yml:2:\d\d: Must be at most 365 days ahead \(accept\.0\.expires\)/);
});

test('every form marks accepted findings', async () => {
  const files = { sarif: 'a.sarif', junit: 'a.xml', markdown: 'a.md', html: 'a.html', csv: 'a.csv' };
  const sinks = Object.entries(files).flatMap(([form, name]) => ['-f', `${form}=${at(name)}`]);
  const { stdout } = await accepting(acceptSevere, ...sinks, '-f', 'table');
  const written = (name: string): string => readFileSync(at(name), 'utf8');
  const results: { suppressions?: unknown[] }[] = JSON.parse(written('a.sarif')).runs[0].results;
  // SARIF 2.1.0 section 3.27.23: for every result of a run, or for none.
  assert.ok(results.every(({ suppressions }) => Array.isArray(suppressions)));
  assert.ok(results.some(({ suppressions }) => suppressions?.length === 0));
  assert.deepEqual(results.find(({ suppressions }) => suppressions?.length === 1)?.suppressions, [
    {
      kind: 'external',
      status: 'accepted',
      justification: 'known until the move',
      properties: { owner: 'jane@bad.lab', expires: later },
    },
  ]);
  assert.match(written('a.xml'), new RegExp(`<skipped>Risk accepted until ${later}: known until the move</skipped>`));
  assert.match(written('a.md'), /^## Accepted risks$/mu);
  assert.match(written('a.html'), /<h2>Accepted risks<\/h2>/);
  assert.match(written('a.csv'), /"accepted_reason","accepted_owner","accepted_expires"/);
  assert.match(written('a.csv'), new RegExp(`"known until the move","jane@bad.lab","${later}"`));
  assert.match(stdout, /\d+ findings? accepted; score with accepted risks \d+, grade/);
});

const commented = `# our gate
gate:
  failOn: high   # as agreed

accept:
  # old clients
  - check: hsts-missing
    reason: "old clients"   # OPS-1
    owner: jane
    expires: ${later}

  # gone by now
  - check: cert-expired
    reason: renewed
    owner: joe
    expires: 2020-01-01
# the end
mode: deep
`;
const added = ['--reason', 'known: # well', '--owner', 'ann', '--expires', '30d'];
const addedLines = (indent: string): string =>
  [
    `${indent}- check: caa-missing`,
    `${indent}  severity: low`,
    `${indent}  reason: "known: # well"`,
    `${indent}  owner: ann`,
    `${indent}  expires: ${dayIn(30)}\n`,
  ].join('\n');

test('accept add, list and prune keep the comments and order of the file', async () => {
  const config = at('edited.yml');
  const run = async (...args: readonly string[]) => runCommandLine(['accept', ...args, '--config', config]);
  writeFileSync(config, commented);
  const { code, stderr } = await run('add', 'caa-missing', '--severity', 'low', ...added);
  assert.equal(code, 0, stderr);
  const grown = commented.replace('expires: 2020-01-01\n', `expires: 2020-01-01\n${addedLines('  ')}`);
  assert.equal(readFileSync(config, 'utf8'), grown);
  const listed = await run('list', '--expiring', '30d');
  assert.match(listed.stdout, /^cert-expired .*: expired on 2020-01-01; joe: renewed$/mu);
  assert.match(listed.stdout, /^caa-missing .*in 30 days; ann: known: # well$/mu);
  assert.doesNotMatch(listed.stdout, /hsts-missing/);
  const soon = at('tomorrow.yml');
  writeFileSync(soon, commented.replace('expires: 2020-01-01', `expires: ${dayIn(1)}`));
  assert.match((await runCommandLine(['accept', 'list', '--config', soon])).stdout, /, in 1 day; joe: renewed$/mu);
  assert.equal((await run('prune')).code, 0);
  const removed = '  - check: cert-expired\n    reason: renewed\n    owner: joe\n    expires: 2020-01-01\n';
  assert.equal(readFileSync(config, 'utf8'), grown.replace(removed, ''));
});

test('accept add creates a missing list, and takes a finding from a report', async () => {
  const rows: readonly (readonly [string, string])[] = [
    ['', `\naccept:\n${addedLines('  ')}`.slice(1)],
    ['mode: deep', `mode: deep\n\naccept:\n${addedLines('  ')}`],
    ['accept: [] # none\nmode: deep\n', `accept: # none\n${addedLines('  ')}mode: deep\n`],
  ];
  for (const [before, after] of rows) {
    writeFileSync(at('made.yml'), before);
    const args = ['accept', 'add', 'caa-missing', '--severity', 'low', ...added, '--config', at('made.yml')];
    const { code, stderr } = await runCommandLine(args);
    assert.equal(code, 0, stderr);
    assert.equal(readFileSync(at('made.yml'), 'utf8'), after);
  }
  writeFileSync(at('made.yml'), 'mode: deep\n');
  const from = ['--report', reportPath('bad.lab'), '--config', at('made.yml')];
  await runCommandLine(['accept', 'add', first.fingerprint.slice(0, 16), ...added, ...from]);
  assert.match(
    readFileSync(at('made.yml'), 'utf8'),
    new RegExp(
      `check: ${first.checkId}\n    fingerprint: "?${first.fingerprint}"?\n    host: ${first.host}\n    severity: ${first.severity}`,
    ),
  );
  const wrong = await runCommandLine(['accept', 'add', 'caa-mising', ...added, '--config', at('made.yml')]);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /Did you mean caa-missing\?/);
  const long = await runCommandLine([
    'accept',
    'add',
    'caa-missing',
    ...added,
    '--expires',
    '366d',
    '--config',
    at('made.yml'),
  ]);
  assert.equal(long.code, 2);
});

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
const known = (id: string): string => `  - check: ${id}\n    reason: known\n    owner: jane\n    expires: ${later}\n`;

test('accept add keeps line ends, byte order marks and the text around an empty list, or refuses with a reason', async () => {
  const lines = addedLines('  ');
  const rows: readonly (readonly [string, string | RegExp])[] = [
    [crlf(`accept:\n${known('hsts-missing')}# end\n`), crlf(`accept:\n${known('hsts-missing')}${lines}# end\n`)],
    [crlf('mode: deep\n'), crlf(`mode: deep\n\naccept:\n${lines}`)],
    [`\ufeffaccept:\n${known('hsts-missing')}`, `\ufeffaccept:\n${known('hsts-missing')}${lines}`],
    ['mode: deep\n...\n', `mode: deep\n\naccept:\n${lines}...\n`],
    ['  mode: deep\n', `  mode: deep\n\n  accept:\n${addedLines('    ')}`],
    ['---\naccept:\n', `---\naccept:\n${lines}`],
    ['accept: ~', `accept:\n${lines}`],
    ['accept: [] # none\r\nmode: deep\r\n', `accept: # none\r\n${crlf(lines)}mode: deep\r\n`],
    ['accept:\n  # first\n  []\nmode: deep\n', `accept:\n${lines}  # first\nmode: deep\n`],
    ['accept: # all\n  []\n', `accept: # all\n${lines}`],
    ['accept: [\n  ]\nmode: deep\n', `accept:\n${lines}mode: deep\n`],
    ['{ mode: deep }\n', /made\.yml: write the file as lines instead of in braces/],
    [`accept: [{ check: hsts-missing, reason: known, owner: jane, expires: ${later} }]\n`, /made\.yml: write the list/],
    [`accept:\n${known('caa-missing')}`, /Already accepted until .* at .*made\.yml:2: change that entry/],
    [
      `accept:\n${known('caa-missing').replace(later, '2026-01-01')}`,
      `accept:\n${known('caa-missing').replace(later, '2026-01-01')}${lines}`,
    ],
  ];
  const config = at('made.yml');
  for (const [before, after] of rows) {
    writeFileSync(config, before);
    const ran = await runCommandLine([
      'accept',
      'add',
      'caa-missing',
      '--severity',
      'low',
      ...added,
      '--config',
      config,
    ]);
    const isRefused = typeof after !== 'string';
    assert.equal(ran.code, isRefused ? 2 : 0, `${before}: ${ran.stderr}`);
    if (isRefused) assert.match(ran.stderr, after);
    assert.equal(readFileSync(config, 'utf8'), isRefused ? before : after, JSON.stringify(before));
  }
  const expired = known('caa-missing').replace(later, '2026-01-01');
  writeFileSync(config, crlf(`\ufeffmode: deep\naccept: # ours\n${expired}`));
  await runCommandLine(['accept', 'prune', '--config', config]);
  assert.equal(readFileSync(config, 'utf8'), crlf('\ufeffmode: deep\naccept: [] # ours\n'));
});

test('accept refuses an invalid entry in terms of its options', async () => {
  writeFileSync(at('made.yml'), 'mode: deep\n');
  const rows: readonly (readonly [readonly string[], RegExp])[] = [
    [['--reason', ''], /Invalid value for --reason: State why/],
    [['--host', 'https://a.org/'], /Invalid value for --host: Use the name of a host/],
    [['--expires', '0d'], /Invalid value "0d" for --expires: Must be after today/],
    [['--expires', 'soon'], /Invalid value "soon" for --expires: Use a date such as/],
    [['--config', '/nowhere/perimeter.yml'], /Cannot read the configuration/],
  ];
  for (const [args, text] of rows) {
    const all = ['accept', 'add', 'caa-missing', ...added, '--config', at('made.yml'), ...args];
    const { code, stderr } = await runCommandLine(all);
    assert.equal(code, 2, stderr);
    assert.match(stderr, text);
  }
  assert.match(
    (await runCommandLine(['accept', 'lst'])).stderr,
    /Unknown action "lst": use add, list, prune\. Did you mean list\?/,
  );
});
