import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOMParser } from '@xmldom/xmldom';
import { hostileWellFormed } from '../testing/hostile-well-formed.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { renderJunit } from './junit.ts';

const parse = (xml: string) =>
  new DOMParser({
    onError: (level, message) => {
      if (level !== 'warning') throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(xml, 'text/xml');

test('each check is a test case in the suite of its module, and the counts are those of the cases', () => {
  const document = parse(renderJunit(sampleReport));
  const suites = [...document.getElementsByTagName('testsuite')];
  assert.deepEqual(
    suites.map((suite) => [suite.getAttribute('name'), suite.getElementsByTagName('testcase').length]),
    sampleReport.modules.map(({ title, checks }) => [title, checks.length]),
  );
  for (const suite of suites) {
    const cases = [...suite.getElementsByTagName('testcase')];
    const having = (name: string) => cases.filter((one) => one.getElementsByTagName(name).length > 0).length;
    assert.equal(Number(suite.getAttribute('tests')), cases.length);
    assert.equal(Number(suite.getAttribute('failures')), having('failure'));
    assert.equal(Number(suite.getAttribute('skipped')), having('skipped'));
  }
});

test('a failed check has a failure for each place, with address, vector and evidence', () => {
  const document = parse(renderJunit(sampleReport));
  const failures = [...document.getElementsByTagName('failure')];
  assert.equal(failures.length, sampleReport.findings.length);
  const [first] = failures;
  assert.equal(first?.getAttribute('type'), 'high');
  for (const part of ['192.0.2.10', 'CVSS:4.0/', 'ServerHello: version 03 01']) {
    assert.ok(first?.textContent?.includes(part), part);
  }
});

test('hostile text is text: the document stays well-formed and as it was', () => {
  const shape = (xml: string) => [...parse(xml).getElementsByTagName('*')].map(({ tagName }) => tagName);
  assert.deepEqual(shape(renderJunit(hostileWellFormed())), shape(renderJunit(sampleReport)));
});
