import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Report } from '@perimeter/contract/report';
import type { Log, Run } from 'sarif';
import { completed } from './ending.ts';
import { failedAudit, longDomain, reportWith, runs, sinkText } from '../testing/endings.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { sarifProblems } from '../testing/schemas.ts';
import { renderSarif } from './sarif.ts';

const parse = (...args: Parameters<typeof renderSarif>): Run[] => {
  const log: Log = JSON.parse(renderSarif(...args));
  return log.runs;
};

for (const [name, endings] of runs) {
  test(`${name}: the log conforms to OASIS's schema, one run per audit`, () => {
    const sarif = renderSarif(endings);
    assert.deepEqual(sarifProblems(sarif), []);
    assert.equal(parse(endings).length, endings.length);
    assert.doesNotMatch(sarif.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
  });
}

test('the schema rejects what SARIF does not define', () => {
  const log = JSON.parse(renderSarif([completed(sampleReport)]));
  assert.notDeepEqual(sarifProblems(JSON.stringify({ ...log, version: '2.0.0' })), []);
  log.runs[0].results[0].severity = 'high';
  assert.notDeepEqual(sarifProblems(JSON.stringify(log)), []);
});

test('each result refers to its rule, each rule is listed once with its CVSS score, and severities keep their level', () => {
  const [run] = parse([completed(sampleReport)]);
  const rules = run?.tool.driver.rules ?? [];
  assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length);
  for (const { ruleId, ruleIndex } of run?.results ?? []) assert.equal(rules[ruleIndex ?? -1]?.id, ruleId);
  assert.deepEqual(Object.fromEntries((run?.results ?? []).map((one) => [one.ruleId, one.level])), {
    'tls-legacy-versions': 'error',
    'hsts-missing': 'warning',
    'dmarc-policy-none': 'warning',
    'server-version-disclosed': 'note',
  });
  assert.deepEqual(
    rules.map(({ properties }) => properties?.['security-severity']),
    ['8.2', '6.3', '5.3', '2.7'],
  );
  assert.equal(run?.automationDetails?.id, 'perimeter/example.org/standard');
  assert.deepEqual(run?.results?.[0]?.partialFingerprints, {
    'perimeter/v1': 'legacy0',
    primaryLocationLineHash: 'legacy0:1',
  });
});

const placeOf = (...args: Parameters<typeof renderSarif>) =>
  parse(...args)[0]?.results?.[0]?.locations?.[0]?.physicalLocation;

test('the tool and each rule link to pages of the project', () => {
  for (const run of parse([completed(sampleReport)]))
    assert.equal(run.tool.driver.informationUri, 'https://github.com/perimeter-audit/perimeter');
  const [run] = parse([completed(sampleReport)]);
  assert.equal(
    run?.tool.driver.rules?.find(({ id }) => id === 'hsts-missing')?.helpUri,
    'https://github.com/perimeter-audit/perimeter/blob/main/docs/checks/http_headers.md#hsts-missing',
  );
  const [failed] = parse([{ ok: false, failed: failedAudit, source: null }]);
  assert.equal(failed?.tool.driver.informationUri, run?.tool.driver.informationUri);
});

test('a place is host and path without a scheme, even if the port looks like one', () => {
  assert.deepEqual(placeOf([completed(sampleReport)]), {
    artifactLocation: { uri: 'www.example.org/' },
    region: { startLine: 1 },
  });
  const [finding] = sampleReport.findings;
  assert.ok(finding !== undefined);
  for (const [affectedUrl, uri, host] of [
    ['https://example.org:8443/a b?c=d#e', 'example.org%3A8443/a%20b'],
    ['https://example.org/a%20b%zz', 'example.org/a%20b%25zz'],
    ['https://[2001:db8::1]/', '%5B2001%3Adb8%3A%3A1%5D/'],
    ['example.org', 'example.org'],
    ['https:////example.org//a', 'example.org//a'],
    ['', 'www.example.org'],
    ['https://##[#/', '%23%5Cu%7B23%7D%5B%23', '##[#'],
    ['https://?', 'a%3Fb%23c%3Ad', 'a?b#c:d'],
  ] as const) {
    const report: Report = { ...sampleReport, findings: [{ ...finding, affectedUrl, host: host ?? finding.host }] };
    assert.deepEqual(sarifProblems(renderSarif([completed(report)])), []);
    assert.equal(placeOf([completed(report)])?.artifactLocation?.uri, uri);
    assert.equal(new URL(uri, 'file:///repository/').protocol, 'file:');
  }
  assert.match(
    placeOf([{ ok: true, report: { ...sampleReport, domain: longDomain }, source: null }])?.artifactLocation?.uri ?? '',
    /^www/,
  );
});

test('if a file names the target, its line is the place', () => {
  for (const [path, uri] of [
    ['ci/my domains.txt', 'ci/my%20domains.txt'],
    ['ci/#1 of 50%?.txt', 'ci/%231%20of%2050%25%3F.txt'],
    ['c:a%41', 'c%3Aa%2541'],
  ] as const) {
    assert.deepEqual(placeOf([{ ok: true, report: sampleReport, source: { path, line: 7 } }]), {
      artifactLocation: { uri },
      region: { startLine: 7 },
    });
  }
});

test('the result contains the HTTP exchange that its evidence quotes', () => {
  const [finding] = sampleReport.findings;
  assert.ok(finding !== undefined);
  const head =
    'HTTP/1.1 200 OK\nX-Frame-Options: ALLOW\nSet-Cookie: a=1\nset-cookie:\nVary: x\nReproduce: curl -D - https://bad.lab/';
  // The second one is the form in older reports.
  for (const evidence of [head, `GET https://bad.lab/ → ${head}`]) {
    const findings = [{ ...finding, affectedUrl: 'https://bad.lab/', evidence }];
    const [run] = parse([completed({ ...sampleReport, findings })]);
    assert.deepEqual(run?.results?.[0]?.webRequest, {
      protocol: 'HTTP',
      version: '1.1',
      method: 'GET',
      target: 'https://bad.lab/',
    });
    assert.deepEqual(run.results[0].webResponse, {
      protocol: 'HTTP',
      version: '1.1',
      statusCode: 200,
      reasonPhrase: 'OK',
      headers: { 'X-Frame-Options': 'ALLOW', 'Set-Cookie': 'a=1', Vary: 'x' },
    });
  }
  assert.equal(parse([completed(sampleReport)])[0]?.results?.[0]?.webRequest, undefined);
});

test('inconclusive checks are notifications about their rule', () => {
  const [invocation] = parse([completed(sampleReport)])[0]?.invocations ?? [];
  assert.equal(invocation?.executionSuccessful, true);
  assert.deepEqual(
    invocation.toolExecutionNotifications?.map(({ associatedRule }) => associatedRule?.id),
    ['coop-missing'],
  );
});

test('a failed audit is an unsuccessful run with the reason', () => {
  const [run] = parse([{ ok: false, failed: failedAudit, source: null }]);
  const [invocation] = run?.invocations ?? [];
  assert.equal(invocation?.executionSuccessful, false);
  assert.deepEqual(run?.results, []);
  assert.equal(invocation.toolExecutionNotifications?.[0]?.level, 'error');
  assert.match(
    invocation.toolExecutionNotifications[0].message.text ?? '',
    /Nothing answered.*\[target_unreachable\]/u,
  );
});

test("a rule's description is within code scanning's limit", () => {
  const [finding] = sampleReport.findings;
  assert.ok(finding !== undefined);
  const remediation = { ...finding.remediation, why: `${'é🙂'.repeat(700)}\n`.repeat(3) };
  const [run] = parse([completed({ ...sampleReport, findings: [{ ...finding, remediation }] })]);
  const text = run?.tool.driver.rules?.[0]?.fullDescription?.text ?? '';
  assert.ok(text.length <= 1_024 && text.endsWith('…') && text.isWellFormed());
});

test('no message contains a link', () => {
  const [run] = parse([completed(reportWith(3, sinkText))]);
  for (const { message } of run?.results ?? []) assert.doesNotMatch(message.text ?? '', /\]\(/);
});
