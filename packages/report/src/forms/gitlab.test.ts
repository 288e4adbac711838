import assert from 'node:assert/strict';
import { test } from 'node:test';
import { severity } from '@perimeter/contract/finding';
import { completed } from './ending.ts';
import { failedAudit, reportWith, runs, sinkText } from '../testing/endings.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { cmarkMissing, githubHtml, gitlabProblems } from '../testing/schemas.ts';
import { renderCodeQuality } from './code-quality.ts';
import { renderGitlab } from './gitlab.ts';

for (const [name, endings] of runs) {
  test(`${name}: the DAST report conforms to GitLab's schema, with unique ids and places`, () => {
    const json = renderGitlab(endings);
    assert.deepEqual(gitlabProblems(json), []);
    const { vulnerabilities } = JSON.parse(json);
    const ids = vulnerabilities.map(({ id }: { id: string }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test(`${name}: the Code Quality report has the members that GitLab reads, and unique fingerprints`, () => {
    const issues = JSON.parse(renderCodeQuality(endings));
    const prints = issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
    assert.equal(new Set(prints).size, prints.length);
    for (const { description, check_name: check, severity, location } of issues) {
      assert.ok(typeof description === 'string' && description !== '' && typeof check === 'string');
      assert.match(severity, /^(?:info|minor|major|critical|blocker)$/);
      assert.ok(typeof location.path === 'string' && !location.path.startsWith('./') && location.lines.begin >= 1);
    }
  });
}

test('each severity has a different level in the Code Quality report', () => {
  const [finding] = sampleReport.findings;
  assert.ok(finding !== undefined);
  const findings = severity.options.map((level) => ({ ...finding, severity: level }));
  const issues: { severity: string; description: string }[] = JSON.parse(
    renderCodeQuality([completed({ ...sampleReport, findings })]),
  );
  assert.deepEqual(
    issues.map((issue) => issue.severity),
    ['blocker', 'critical', 'major', 'minor'],
  );
  for (const [index, level] of severity.options.entries())
    assert.ok(issues[index]?.description.includes(`(${level}, `));
});

test('the schema rejects what GitLab does not accept', () => {
  const report = JSON.parse(renderGitlab([completed(sampleReport)]));
  assert.notDeepEqual(gitlabProblems(JSON.stringify({ ...report, scan: { ...report.scan, type: 'sast' } })), []);
  const late = { ...report, scan: { ...report.scan, end_time: '2026-05-07T10:12:44.000Z' } };
  assert.notDeepEqual(gitlabProblems(JSON.stringify(late)), []);
});

test('the same finding at four addresses is four places', () => {
  const { vulnerabilities } = JSON.parse(renderGitlab([completed(sampleReport)]));
  assert.deepEqual(
    vulnerabilities.slice(0, 4).map(({ location }: { location: object }) => location),
    ['192.0.2.10', '192.0.2.11', '2001:db8::10', '2001:db8::11'].map((address) => ({
      hostname: 'https://www.example.org',
      path: '/',
      param: `www.example.org:443 at ${address}`,
    })),
  );
  assert.deepEqual(vulnerabilities[0].identifiers, [
    { type: 'perimeter_check', name: 'tls-legacy-versions', value: 'tls-legacy-versions' },
    { type: 'cwe', name: 'CWE-327', value: '327', url: 'https://cwe.mitre.org/data/definitions/327.html' },
  ]);
  assert.equal(vulnerabilities[0].severity, 'High');
});

test('headers without a value are left out of an exchange', () => {
  const [finding] = sampleReport.findings;
  assert.ok(finding !== undefined);
  const evidence = 'HTTP/2 204\nx-empty: \nvary: a';
  const report = { ...sampleReport, findings: [{ ...finding, affectedUrl: 'https://bad.lab/', evidence }] };
  const { vulnerabilities } = JSON.parse(renderGitlab([completed(report)]));
  const [one] = vulnerabilities;
  assert.deepEqual(one.evidence.request, { method: 'GET', url: 'https://bad.lab/', headers: [] });
  assert.deepEqual(one.evidence.response, {
    status_code: 204,
    reason_phrase: '',
    headers: [{ name: 'vary', value: 'a' }],
  });
  assert.equal(one.location.method, 'GET');
});

test('a failed audit is a failed scan with a fatal message', () => {
  const { scan, vulnerabilities } = JSON.parse(
    renderGitlab([completed(sampleReport), { ok: false, failed: failedAudit, source: null }]),
  );
  assert.equal(scan.status, 'failure');
  assert.equal(scan.messages[0].level, 'fatal');
  assert.equal(vulnerabilities.length, sampleReport.findings.length);
});

test('a description, which GitLab parses as Markdown, creates no element', { skip: cmarkMissing }, () => {
  const { vulnerabilities } = JSON.parse(renderGitlab([completed(reportWith(1, sinkText))]));
  const html = githubHtml(vulnerabilities[0].description);
  assert.deepEqual(
    [...html.matchAll(/<(?!!--)\/?([a-z]+)/g)].map(([, tag]) => tag).filter((tag) => tag !== 'code'),
    ['p', 'p'],
  );
});
