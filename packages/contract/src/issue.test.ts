import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Severity } from './finding.ts';
import { issuesOf, severityTexts, tallyOf, tallyText } from './issue.ts';

const finding = (checkId: string, severity: Severity, cvss: number, host = 'a') => ({ checkId, severity, cvss, host });
const findings = [
  finding('low', 'low', 2),
  finding('mixed', 'medium', 5, 'b'),
  finding('high', 'high', 8, 'c'),
  finding('mixed', 'high', 7.5, 'd'),
  finding('high', 'high', 8, 'e'),
];

test('the findings of one check are one issue, also where they differ in severity, and the worst stands first', () => {
  assert.deepEqual(
    issuesOf(findings).map((issue) => issue.map(({ checkId, host }) => `${checkId} ${host}`)),
    [['high c', 'high e'], ['mixed d', 'mixed b'], ['low a']],
  );
});

test('issues and findings are counted once, and said with one noun each', () => {
  const tally = tallyOf(findings);
  assert.deepEqual(tally, { issues: 3, findings: 5, bySeverity: { critical: 0, high: 2, medium: 0, low: 1 } });
  assert.equal(tallyText(tally), '3 issues, 5 findings');
  assert.equal(tallyText(tallyOf(findings.slice(0, 1))), '1 issue, 1 finding');
  assert.equal(tallyText(tallyOf([])), 'no issues');
  assert.deepEqual(severityTexts(tally), ['2 high', '1 low']);
  assert.deepEqual(severityTexts(tally, ['medium', 'low']), ['1 low']);
});
