import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderForm } from '@perimeter/report/forms/forms';
import { sampleReport } from '@perimeter/report/testing/sample-report';
import { gitlabProblems, sarifProblems } from '@perimeter/report/testing/schemas';
import { noEvidence, runCommandLine } from '../testing/command-line.ts';
import { folder, at, read, audit } from '../testing/audited-forms.ts';

test('each format is written to its file and one to stdout, even if the gate fails', async () => {
  const args = [
    '-f',
    'table',
    '-f',
    `sarif=${at('a.sarif')}`,
    '--format',
    `md=${at('a.md')}`,
    '-f',
    `JUnit=${at('a.xml')}`,
  ];
  const { code, stdout } = await runCommandLine(['audit', 'audited.org', ...args]);
  assert.equal(code, 1);
  assert.match(stdout, /Categories/u);
  assert.equal(read('a.sarif'), renderForm('sarif', sampleReport));
  assert.equal(read('a.md'), renderForm('markdown', sampleReport));
  assert.equal(read('a.xml'), renderForm('junit', sampleReport));
});

test('if each format has a file, stdout stays empty', async () => {
  const { stdout } = await runCommandLine(['audit', 'audited.org', '-f', `csv=${at('b.csv')}`, '--csv-bom']);
  assert.equal(stdout, '');
  assert.equal(read('b.csv'), `\ufeff${renderForm('csv', sampleReport)}`);
});

test('every format contains a failed audit as a failure', async () => {
  const forms = ['sarif', 'junit', 'gitlab', 'html', 'markdown', 'csv', 'github', 'codequality', 'json', 'table'];
  const { code } = await runCommandLine(
    ['audit', 'fail.org', ...forms.flatMap((form) => ['-f', `${form}=${at(`c.${form}`)}`])],
    { audit },
  );
  assert.equal(code, 3);
  assert.deepEqual(sarifProblems(read('c.sarif')), []);
  assert.equal(JSON.parse(read('c.sarif')).runs[0].invocations[0].executionSuccessful, false);
  assert.match(read('c.junit'), /errors="1"[^]*<error type="target_unreachable"/u);
  assert.deepEqual(gitlabProblems(read('c.gitlab')), []);
  assert.equal(JSON.parse(read('c.gitlab')).scan.status, 'failure');
  assert.match(read('c.html'), /The audit failed/u);
  assert.match(read('c.markdown'), /the audit failed/u);
  assert.match(read('c.github'), /^::error title=The audit of fail\.org failed::/u);
  assert.equal(JSON.parse(read('c.codequality'))[0].check_name, 'audit-target_unreachable');
  assert.equal(JSON.parse(read('c.json')).status, 'failed');
  assert.match(read('c.table'), /fail\.org: the audit failed: Nothing answered/u);
  assert.equal(read('c.csv').split('\r\n').length, 2);
});

const severalRuns: [name: string, domains: string[], code: number, said: RegExp][] = [
  ['all pass', ['a.fine.org', 'b.fine.org'], 0, /2 audits: 2 passed the gate/u],
  ['one fails the gate', ['a.fine.org', 'b.audited.org'], 1, /2 audits: 1 passed the gate, 1 failed the gate/u],
  [
    'one has no report',
    ['fail.org', 'b.audited.org', 'a.fine.org'],
    3,
    /3 audits: 1 passed.*1 failed the gate, 1 failed or incomplete/u,
  ],
];
for (const [name, domains, expected, said] of severalRuns) {
  test(`several domains: ${name}, and the exit code is the worst`, async () => {
    const { code, stderr, stdout, requests } = await runCommandLine(
      ['audit', ...domains, '-f', 'jsonl', '-f', `sarif=${at('d.sarif')}`],
      { audit },
    );
    assert.equal(code, expected);
    assert.match(stderr, said);
    assert.deepEqual(
      requests.map(({ domain }) => domain),
      domains,
    );
    const lines = stdout.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).domain),
      domains,
    );
    const { runs } = JSON.parse(read('d.sarif'));
    assert.deepEqual(
      runs.map(({ automationDetails }: { automationDetails: { id: string } }) => automationDetails.id),
      domains.map((domain) => `perimeter/${domain}/standard`),
    );
  });
}

test('several domains as JSON are an array, one domain is the report itself', async () => {
  const many = await runCommandLine(['audit', 'a.org', 'fail.org', 'a.org', '-f', 'json'], { audit });
  assert.deepEqual(
    JSON.parse(many.stdout).map(({ status }: { status: string }) => status),
    ['completed', 'failed'],
  );
  const one = await runCommandLine(['audit', 'a.org', '-f', 'json'], { audit });
  assert.equal(JSON.parse(one.stdout).domain, 'a.org');
});

test('{domain} makes one file per audit', async () => {
  mkdirSync(at('e'));
  const args = ['-f', `html=${at('e/{domain}.html')}`, '--progress', 'none', '--fail-on', 'none'];
  await runCommandLine(['audit', 'a.org', 'fail.org', ...args], { audit });
  assert.deepEqual(readdirSync(at('e')).toSorted(), ['a.org.html', 'fail.org.html']);
  assert.match(read('e/a.org.html'), /<h1>a\.org<\/h1>/u);
  assert.match(read('e/fail.org.html'), /The audit failed/u);
});

test('findings point to the line of the file that lists the domain', async () => {
  writeFileSync(at('domains.txt'), '# ours\n\na.org   # the shop\r\nfail.org\n');
  const args = ['--targets', at('domains.txt'), '-f', `sarif=${at('f.sarif')}`, '-f', 'github'];
  const { requests, stdout } = await runCommandLine(['audit', ...args], { audit, env: { GITHUB_WORKSPACE: folder } });
  assert.deepEqual(
    requests.map(({ domain }) => domain),
    ['a.org', 'fail.org'],
  );
  const [run] = JSON.parse(read('f.sarif')).runs;
  assert.deepEqual(run.results[0].locations[0].physicalLocation, {
    artifactLocation: { uri: 'domains.txt' },
    region: { startLine: 3 },
  });
  assert.match(stdout, /^::error file=domains\.txt,line=3,title=/u);
  assert.match(stdout, /^::error file=domains\.txt,line=4,title=The audit of fail\.org failed/mu);
});

test('findings do not point to a file outside the repository', async () => {
  const args = ['--targets', at('domains.txt'), '-f', 'sarif'];
  const { stdout } = await runCommandLine(['audit', ...args], { audit, env: { CI_PROJECT_DIR: at('e') } });
  const [run] = JSON.parse(stdout).runs;
  assert.equal(run.results[0].locations[0].physicalLocation.artifactLocation.uri, 'www.example.org/');
});

const mistakes: [name: string, args: string[], said: RegExp][] = [
  [
    'two forms for stdout',
    ['a.org', '-f', 'json', '-f', 'sarif'],
    /Only one format can go to stdout, not json and sarif/u,
  ],
  [
    'one file twice',
    ['a.org', '-f', 'json=/tmp/x', '-f', 'sarif=/tmp/./x'],
    /Two formats cannot use the same file: \/tmp\/x/u,
  ],
  [
    'one file twice, once by its domain',
    ['a.org', '-f', 'json=/tmp/{domain}', '-f', 'sarif=/tmp/a.org'],
    /Two formats cannot use the same file: \/tmp\/a\.org/u,
  ],
  ['stdout twice, once by its sign', ['a.org', '-f', 'json=-', '-f', 'sarif'], /Only one format can go to stdout/u],
  ['a form without the name of its file', ['a.org', '-f', 'json='], /Missing file name in --format json=/u],
  ['a form that is none', ['a.org', '-f', 'xls=/tmp/x'], /Invalid value "xls"/u],
  ['a form of services', ['a.org', '-f', 'pdf=/tmp/x'], /PDFs are signed, .*--server URL.*--format html=/u],
  ['an output too much', ['a.org', '-f', 'json=/tmp/x', '-o', '/tmp/y'], /every format already has a file/u],
  [
    'several audits in one page',
    ['a.org', 'b.org', '-f', 'html'],
    /html holds one audit: .*html=report-\{domain\}\.html/u,
  ],
  [
    'a file of domains that is not there',
    ['--targets', '/nowhere/x'],
    /Cannot read --targets \/nowhere\/x: no such file or directory/u,
  ],
  ['a file without a domain', ['--targets', '/dev/null'], /contains no domain/u],
  ['one domain of several', ['a.org', '192.0.2.1'], /Invalid target "192\.0\.2\.1" in argument 2\. Enter a domain/u],
  [
    'a file that cannot be written',
    ['a.org', '-f', 'json', '-f', 'sarif=/nowhere/x'],
    /Cannot write the output file \/nowhere\/x: no such file or directory/u,
  ],
];
for (const [name, args, said] of mistakes) {
  test(`${name} is exit code 2, before any audit`, async () => {
    const { code, stdout, stderr, requests } = await runCommandLine(['audit', ...args], { audit });
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, said);
    assert.deepEqual(requests, []);
  });
}

test('an invalid line in a file of domains is reported', async () => {
  writeFileSync(at('wrong.txt'), 'a.org\nlocalhost\n');
  const { code, stderr } = await runCommandLine(['audit', '--targets', at('wrong.txt')], { audit });
  assert.equal(code, 2);
  assert.match(stderr, /Invalid target "localhost" in .*wrong\.txt, line 2\. /u);
});

test('in GitHub Actions the log ignores workflow commands until the annotations', async () => {
  const env = { GITHUB_ACTIONS: 'true' };
  const { stdout } = await runCommandLine(['audit', 'a.org', '-f', 'github'], { audit, env });
  const [stop = '', resume, ...annotations] = stdout.trimEnd().split('\n');
  const word = /^::stop-commands::([0-9a-f-]{36})$/u.exec(stop)?.[1];
  assert.ok(word !== undefined);
  assert.equal(resume, `::${word}::`);
  assert.deepEqual(
    annotations,
    renderForm('github', { ...sampleReport, domain: 'a.org' })
      .trimEnd()
      .split('\n'),
  );
  const again = await runCommandLine(['audit', 'a.org', '-f', 'github'], { audit, env });
  assert.ok(!again.stdout.includes(word));
});

test('the log executes workflow commands again after an interruption, and after an internal error', async () => {
  const interruption = new AbortController();
  const env = { GITHUB_ACTIONS: 'true' };
  const cut = await runCommandLine(['audit', 'a.org', '-f', 'github'], {
    env,
    signal: interruption.signal,
    audit: async () => {
      interruption.abort('SIGTERM');
      return new Promise(() => {});
    },
  });
  const broken = await runCommandLine(['audit', 'a.org', '-f', 'github'], {
    env,
    audit: () => {
      throw new TypeError('planted');
    },
  });
  for (const { stdout } of [cut, broken]) assert.match(stdout, /^::stop-commands::(?<word>\S+)\n::\k<word>::\n$/u);
});

test('JSON contains no command of a build log, and the same data', async () => {
  const [finding] = sampleReport.findings;
  assert.ok(finding !== undefined);
  const report = { ...sampleReport, findings: [{ ...finding, evidence: '##[add-mask]x\n##vso[task.y]z\n::error::x' }] };
  for (const form of ['json', 'jsonl']) {
    const { stdout } = await runCommandLine(['audit', 'a.org', '-f', form], {
      audit: () => ({ ok: true, report, evidence: noEvidence }),
    });
    assert.doesNotMatch(stdout, /##(?:vso)?\[|^\s*::/mu);
    assert.deepEqual(JSON.parse(stdout), report);
  }
});
