import type { Finding, Severity } from '@perimeter/contract/finding';
import { issuesOf } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleReport } from '../testing/sample-report.ts';
import { headline } from './headline.ts';

const [template] = sampleReport.findings;
const rated = (severity: Severity, index: number): Finding => ({
  ...(template ?? assert.fail()),
  checkId: `${severity}-${index}`,
  severity,
  cvss: { critical: 9.3, high: 8, medium: 5, low: 2 }[severity],
});
const steps = { critical: 'contain', high: 'contain', medium: 'fix', low: 'harden' } as const;

/** A report with one issue per given severity, in grade D, and the grade after each step. */
function reportOf(severities: readonly Severity[], grades: readonly ('D' | 'C' | 'B' | 'A')[]): Report {
  const findings = severities.map(rated);
  const names = [...new Set(severities.map((severity) => steps[severity]))];
  return {
    ...sampleReport,
    findings,
    score: { ...sampleReport.score, total: 52, grade: 'D' },
    outlook: {
      alone: [],
      steps: names.map((name, index) => ({
        name,
        checkIds: findings.filter(({ severity }) => steps[severity] === name).map(({ checkId }) => checkId),
        total: 60 + 10 * index,
        grade: grades[index] ?? 'A',
      })),
    },
  };
}
const said = (report: Report): string => headline(report, issuesOf(report.findings));

const rows: readonly [Report, string][] = [
  [
    reportOf(['critical', 'high', 'high', 'medium', 'low'], ['D', 'C', 'A']),
    'We found five issues on example.org, one of them critical and two of them high severity. Fixing the critical, high and medium severity issues raises the grade from D to C.',
  ],
  [
    reportOf(['high', 'high', 'low'], ['B', 'A']),
    'We found three issues on example.org, two of them high severity. Fixing the high severity issues raises the grade from D to B.',
  ],
  [
    reportOf(['high', 'high'], ['B']),
    'We found two issues on example.org, all of them high severity. Fixing all of them raises the grade from D to B.',
  ],
  [
    reportOf(['medium'], ['D']),
    'We found one medium severity issue on example.org. Fixing it raises the score from 52 to 60.',
  ],
  [
    reportOf(['medium', 'low'], ['D', 'A']),
    'We found two issues on example.org, none of them critical or high severity. Fixing all of them raises the grade from D to A.',
  ],
];
for (const [report, sentence] of rows) {
  test(sentence, () => assert.equal(said(report), sentence));
}

test('if fixes gain nothing, nothing is promised', () => {
  const report = reportOf(['low'], ['D']);
  const step = { name: 'harden' as const, checkIds: ['low-0'], total: 52, grade: 'D' as const };
  assert.match(
    said({ ...report, outlook: { alone: [], steps: [step] } }),
    /\. The grade is D, with 52 of 100 points\.$/,
  );
});

test('without issues the sentence states how much was inconclusive', () => {
  const report: Report = { ...sampleReport, findings: [], outlook: { alone: [], steps: [] } };
  assert.equal(
    said(report),
    'We found no issues on example.org: 69 of 100 points, grade C, with 2 of 58 checks inconclusive.',
  );
});

test('a provisional grade is marked, and a long name is shortened', () => {
  const report = reportOf(['high', 'low'], ['B', 'A']);
  const score = { ...report.score, gradeStatus: 'provisional' as const };
  assert.match(
    said({ ...report, domain: `${'a'.repeat(60)}.org`, score }),
    /^2 of 58 applicable checks had no result\. We found .* issues on the domain, .* raises the provisional grade from D to B/,
  );
});

test('a site without HTTPS is named before its issues', () => {
  const report = reportOf(['medium', 'low'], ['D']);
  const caps = [{ limit: 39, checkId: null, reason: 'The site has no HTTPS: every address refuses port 443' }];
  assert.equal(
    said({ ...report, score: { ...report.score, total: 39, uncapped: 88, caps } }),
    'The site has no HTTPS: every address refuses port 443, which limits the score to 39. We found two issues on example.org, none of them critical or high severity.',
  );
});
