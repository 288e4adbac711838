import type { Finding, Severity } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleReport } from '../testing/sample-report.ts';
import { headline } from './headline.ts';
import { weaknessesOf } from './weaknesses.ts';

const [template] = sampleReport.findings;
const rated = (severity: Severity, index: number): Finding => ({
  ...(template ?? assert.fail()),
  checkId: `${severity}-${index}`,
  severity,
  cvss: { critical: 9.3, high: 8, medium: 5, low: 2 }[severity],
});
const steps = { critical: 'contain', high: 'contain', medium: 'fix', low: 'harden' } as const;

/** A report with a weakness of each severity given, in grade D, and what each step leads to. */
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
const said = (report: Report): string => headline(report, weaknessesOf(report));

const rows: readonly [Report, string][] = [
  [
    reportOf(['critical', 'high', 'high', 'medium', 'low'], ['D', 'C', 'A']),
    'This audit found five weaknesses in what example.org shows the internet, one rated critical and two rated high among them; mending those rated critical, high and medium would raise the grade from D to C.',
  ],
  [
    reportOf(['high', 'high', 'low'], ['B', 'A']),
    'This audit found three weaknesses in what example.org shows the internet, two rated high among them; mending those rated high would raise the grade from D to B.',
  ],
  [
    reportOf(['high', 'high'], ['B']),
    'This audit found two weaknesses in what example.org shows the internet, all of them rated high; mending all of them would raise the grade from D to B.',
  ],
  [
    reportOf(['medium'], ['D']),
    'This audit found one weakness in what example.org shows the internet, rated medium; mending it would raise the score from 52 to 60.',
  ],
  [
    reportOf(['medium', 'low'], ['D', 'A']),
    'This audit found two weaknesses in what example.org shows the internet, none of them rated critical or high; mending all of them would raise the grade from D to A.',
  ],
];
for (const [report, sentence] of rows) {
  test(sentence, () => assert.equal(said(report), sentence));
}

test('where mending gains nothing, nothing is promised', () => {
  const report = reportOf(['low'], ['D']);
  const step = { name: 'harden' as const, checkIds: ['low-0'], total: 52, grade: 'D' as const };
  assert.match(
    said({ ...report, outlook: { alone: [], steps: [step] } }),
    /; the grade is D, with 52 of 100 points\.$/,
  );
});

test('without weaknesses the sentence says how much was answered', () => {
  const report: Report = { ...sampleReport, findings: [], outlook: { alone: [], steps: [] } };
  assert.equal(
    said(report),
    'This audit found no weakness in what example.org shows the internet: 69 of 100 points, grade C, with two of 58 checks unanswered.',
  );
});

test('a provisional grade is called one, and a long name does not fill the sentence', () => {
  const report = reportOf(['high', 'low'], ['B', 'A']);
  const score = { ...report.score, gradeStatus: 'provisional' as const };
  assert.match(
    said({ ...report, domain: `${'a'.repeat(60)}.org`, score }),
    /in what the domain shows the internet.*would raise the provisional grade from D to B/,
  );
});
