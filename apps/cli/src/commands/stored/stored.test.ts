import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { readEvidence } from '@perimeter/engine/evidence/evidence';
import { evidencePath, judgeGolden } from '@perimeter/engine/runner/golden';
import { renderForm } from '@perimeter/report/forms/forms';
import { sampleReport } from '@perimeter/report/testing/sample-report';
import { runCommandLine } from '../../testing/command-line.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-stored-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => path.join(folder, name);
const stored = at('report.json');
writeFileSync(stored, JSON.stringify(sampleReport));

test('a stored report is converted to every other form', async () => {
  const files = (['sarif', 'junit', 'csv', 'html'] as const).flatMap((form) => ['-f', `${form}=${at(form)}`]);
  const { code, stdout, stderr } = await runCommandLine(['report', 'convert', stored, ...files, '-f', 'json']);
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), JSON.parse(JSON.stringify(sampleReport)));
  for (const form of ['sarif', 'junit', 'csv', 'html'] as const)
    assert.equal(readFileSync(at(form), 'utf8'), renderForm(form, sampleReport));
});

test('arrays and lines of reports are read, including failed audits and accepted risks', async () => {
  const failure = { code: 'target_unreachable', message: 'Nothing answered', retryable: true };
  const fingerprint = sampleReport.findings[0]?.fingerprint ?? '';
  const waivers = { scoreWithWaivers: null, waived: [{ fingerprint, reason: 'old clients', expires: '2027-01-31' }] };
  const all = [
    { ...sampleReport, waivers },
    { status: 'failed', domain: 'fail.org', scanMode: 'deep', startedAt: 5000, completedAt: 9000, failure },
    {
      status: 'failed',
      domain: 'refused.org',
      scanMode: 'standard',
      startedAt: 5000,
      completedAt: 9000,
      failure: { ...failure, code: 'service_refused' },
    },
  ];
  writeFileSync(at('list.json'), JSON.stringify(all));
  writeFileSync(at('lines.jsonl'), all.map((one) => `${JSON.stringify(one)}\n`).join(''));
  for (const file of ['list.json', 'lines.jsonl']) {
    const { code, stdout, stderr } = await runCommandLine(['report', 'convert', at(file), '-f', 'jsonl']);
    assert.equal(code, 0, stderr);
    assert.deepEqual(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
      JSON.parse(JSON.stringify(all)),
    );
  }
  const gitlab = await runCommandLine(['report', 'convert', at('list.json'), '-f', 'gitlab']);
  assert.equal(JSON.parse(gitlab.stdout).scan.start_time, '1970-01-01T00:00:05');
});

for (const [content, said] of [
  ['{', /not JSON/u],
  ['{}', /not a readable report/u],
  ['[]', /contains no report/u],
  [JSON.stringify({ ...sampleReport, schemaVersion: '2.0', score: 1 }), /schema 2\.0; this perimeter reads/u],
  [JSON.stringify({ ...sampleReport, domain: '../x' }), /not a readable report/u],
] as const)
  test(`convert refuses ${content.slice(0, 12)} (${said.source})`, async () => {
    writeFileSync(at('bad.json'), content);
    const { code, stderr } = await runCommandLine(['report', 'convert', at('bad.json')]);
    assert.equal(code, 2);
    assert.match(stderr, said);
  });

test('the evidence that an audit saved gives the same report, with the gate', async () => {
  const evidence = readEvidence(JSON.parse(readFileSync(evidencePath('bad.lab'), 'utf8')));
  const report = JSON.parse(judgeGolden('bad.lab'));
  const file = at('{domain}.evidence.json');
  const argv = ['audit', 'audited.org', '--save-evidence', file, '-f', 'json', '--progress', 'none'];
  const saved = await runCommandLine(argv, { audit: ({ id }) => ({ ok: true, report: { ...report, id }, evidence }) });
  const name = at('audited.org.evidence.json');
  assert.equal(statSync(name).mode & 0o777, 0o600);
  const again = await runCommandLine(['audit', '--from', name, '-f', 'json', '--progress', 'none']);
  assert.deepEqual([again.code, again.requests.length], [1, 0], again.stderr);
  assert.equal(again.stdout, saved.stdout);
});

test('evidence alone is evaluated too; another version and other files are refused', async () => {
  const judged = await runCommandLine(['audit', '--from', evidencePath('good.lab'), '-f', 'json']);
  assert.equal(JSON.parse(judged.stdout).domain, 'good.lab', judged.stderr);
  for (const [content, said] of [
    [{ ...JSON.parse(readFileSync(evidencePath('good.lab'), 'utf8')), version: 1 }, /version 1/u],
    [sampleReport, /not evidence/u],
  ] as const) {
    writeFileSync(at('other.json'), JSON.stringify(content));
    const { code, stderr } = await runCommandLine(['audit', '--from', at('other.json')]);
    assert.equal(code, 2);
    assert.match(stderr, said);
  }
  assert.equal((await runCommandLine(['audit', 'a.org', '--from', 'x'])).code, 2);
});

test('convert applies the accepted risks of perimeter.yml instead of the stored ones', async () => {
  const [first] = sampleReport.findings;
  const second = sampleReport.findings.find(({ checkId }) => checkId !== first?.checkId);
  assert.ok(first !== undefined && second !== undefined);
  const expires = new Date(Date.now() + 86_400_000 * 60).toISOString().slice(0, 10);
  const risk = { reason: 'as it was', owner: 'joe', expires };
  const marked = { ...sampleReport, findings: [{ ...first, accepted: risk }, ...sampleReport.findings.slice(1)] };
  writeFileSync(at('marked.json'), JSON.stringify(marked));
  writeFileSync(
    at('perimeter.yml'),
    `accept:\n  - { check: ${second.checkId}, reason: today, owner: jane, expires: ${expires} }\n`,
  );
  const reasons = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await runCommandLine(
      ['report', 'convert', at('marked.json'), '-f', 'json', ...args],
      {
        cwd: folder,
      },
    );
    assert.equal(code, 0, stderr);
    const { findings }: typeof marked = JSON.parse(stdout);
    return findings.flatMap((one) => ('accepted' in one ? [[one.checkId, one.accepted?.reason]] : []));
  };
  assert.deepEqual(await reasons(), [[second.checkId, 'today']]);
  assert.deepEqual(await reasons('--no-config'), [[first.checkId, 'as it was']]);
  const pdf = await runCommandLine(['report', 'convert', stored, '-f', 'pdf']);
  assert.match(pdf.stderr, /PDFs are signed by a service: use perimeter pdf ID/u);
});
