import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOMParser } from '@xmldom/xmldom';
import { failedAudit, reportWith, runs, sinkText } from '../testing/endings.ts';
import { hostileWellFormed } from '../testing/hostile-well-formed.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { junitProblems, xmllintMissing } from '../testing/schemas.ts';
import { completed } from './ending.ts';
import { renderJunit } from './junit.ts';

const parse = (xml: string) =>
  new DOMParser({
    onError: (level, message) => {
      if (level !== 'warning') throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(xml, 'text/xml');

const document = (...reports: readonly (typeof sampleReport)[]) => parse(renderJunit(reports.map(completed)));

for (const [name, endings] of runs) {
  test(`${name}: the document conforms to Jenkins's schema`, { skip: xmllintMissing }, () => {
    assert.deepEqual(junitProblems(renderJunit(endings)), []);
  });
}

test('the schema rejects what Jenkins does not know', { skip: xmllintMissing }, () => {
  const xml = renderJunit([completed(sampleReport)]);
  assert.notDeepEqual(junitProblems(xml.replace('<skipped>', '<skipped message="x">')), []);
  assert.notDeepEqual(junitProblems(xml.replace(' name="', ' title="')), []);
});

test("each check is a test case in its module's suite, and the counts match the cases", () => {
  const xml = document(sampleReport, hostileWellFormed());
  const suites = [...xml.getElementsByTagName('testsuite')];
  assert.deepEqual(
    suites.map((suite) => [suite.getAttribute('name'), suite.getElementsByTagName('testcase').length]),
    [...sampleReport.modules, ...sampleReport.modules].map(({ title, checks }) => [title, checks.length]),
  );
  assert.deepEqual(
    [...(suites[0]?.getElementsByTagName('property') ?? [])].map((one) => [
      one.getAttribute('name'),
      one.getAttribute('value'),
    ]),
    [
      ['score', String(sampleReport.score.total)],
      ['grade', sampleReport.score.grade],
    ],
  );
  const having = (element: (typeof suites)[number], name: string) =>
    [...element.getElementsByTagName('testcase')].filter((one) => one.getElementsByTagName(name).length > 0).length;
  for (const suite of suites) {
    assert.equal(Number(suite.getAttribute('tests')), suite.getElementsByTagName('testcase').length);
    assert.equal(Number(suite.getAttribute('failures')), having(suite, 'failure'));
    assert.equal(Number(suite.getAttribute('skipped')), having(suite, 'skipped'));
  }
  const [root] = xml.getElementsByTagName('testsuites');
  assert.ok(root !== undefined);
  assert.equal(Number(root.getAttribute('tests')), xml.getElementsByTagName('testcase').length);
  assert.equal(Number(root.getAttribute('failures')), having(root, 'failure'));
});

test('a failed check has one failure per place, with address, vector and evidence', () => {
  const failures = [...document(sampleReport).getElementsByTagName('failure')];
  assert.equal(failures.length, sampleReport.findings.length);
  const [first] = failures;
  assert.equal(first?.getAttribute('type'), 'high');
  for (const part of ['192.0.2.10', 'CVSS:4.0/', 'ServerHello: version 03 01']) {
    assert.ok(first?.textContent?.includes(part), part);
  }
});

test('a failed audit is one test case with an error', () => {
  const xml = parse(renderJunit([{ ok: false, failed: failedAudit, source: null }]));
  const [error] = xml.getElementsByTagName('error');
  assert.equal(error?.getAttribute('type'), 'target_unreachable');
  assert.match(error?.getAttribute('message') ?? '', /Nothing answered/);
  assert.equal(xml.getElementsByTagName('testsuites')[0]?.getAttribute('errors'), '1');
  assert.equal(xml.getElementsByTagName('testcase').length, 1);
});

test('hostile text is preserved as text, and the document stays valid', () => {
  const shape = (report: typeof sampleReport) =>
    [...document(report).getElementsByTagName('*')].map((one) => one.tagName);
  assert.deepEqual(shape(hostileWellFormed()), shape(sampleReport));
  const [finding] = reportWith(1, sinkText).findings;
  assert.ok(finding !== undefined);
  const report = { ...sampleReport, findings: [{ ...finding, checkId: 'tls-legacy-versions' }] };
  const [failure] = document(report).getElementsByTagName('failure');
  assert.ok(failure?.textContent?.includes(']]></failure><testcase name="x"/>'));
  assert.doesNotMatch(renderJunit([completed(report)]), /::(?:error|stop-commands|set-output)\b|##\[|##vso\[/u);
});
