import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleReport } from '../../testing/sample-report.ts';
import { summary } from './summary.ts';

test('the summary states the effect of each step of fixes, for one issue and several', () => {
  const [first, second] = sampleReport.outlook.steps;
  assert.ok(first !== undefined && second !== undefined);
  const of = (checkId: string, severity: 'high' | 'low') => ({
    ...(sampleReport.findings[0] ?? assert.fail('the sample has findings')),
    checkId,
    severity,
  });
  const report = {
    ...sampleReport,
    score: { ...sampleReport.score, total: 40, caps: [] },
    findings: [of('one', 'high'), of('two', 'low'), of('three', 'low')],
    outlook: {
      ...sampleReport.outlook,
      steps: [
        { ...first, checkIds: ['one'], total: 60, grade: 'D' as const },
        { ...second, checkIds: ['two', 'three'], total: 91, grade: 'A' as const },
      ],
    },
  };
  assert.match(
    summary(report, null).join('\n'),
    /^Fixing the high severity issue brings the score to 60 \(grade D\) and then fixing the low severity issues brings it to 91 \(grade A\), if nothing else changes\./m,
  );
});
