import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Severity } from '@perimeter/contract/finding';
import { sharedIssues } from './compare-many.ts';

const site = (isOwn: boolean, ...found: [checkId: string, severity: Severity][]) => ({
  isOwn,
  report: {
    findings: found.map(([checkId, severity]) => ({
      checkId,
      category: 'tls' as const,
      title: checkId,
      severity,
      cvss: 5,
      host: 'a.example',
      port: 443,
    })),
  },
});

test('issues are counted per domain, the most severe and frequent first, and left out for audits of other accounts', () => {
  const issues = sharedIssues([
    site(true, ['a', 'low'], ['b', 'low'], ['b', 'low']),
    site(false, ['secret', 'critical'], ['a', 'low']),
    site(true, ['b', 'low'], ['c', 'high'], ['d', 'medium']),
    site(true, ['d', 'high']),
  ]);
  assert.deepEqual(
    issues.map(({ checkId, severity, counts }) => [checkId, severity, counts]),
    [
      ['d', 'high', [0, null, 1, 1]],
      ['c', 'high', [0, null, 1, 0]],
      ['b', 'low', [2, null, 1, 0]],
      ['a', 'low', [1, null, 0, 0]],
    ],
  );
});
