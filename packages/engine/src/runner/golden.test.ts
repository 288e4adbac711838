import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { issuesOf } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { goldenSites, judgeGolden, reportPath } from './golden.ts';

test('at least four sites have recorded evidence', () => assert.ok(goldenSites().length >= 4));

for (const site of goldenSites()) {
  test(`the report of ${site} equals the golden one, byte for byte (npm run golden renews it)`, () => {
    assert.equal(judgeGolden(site), readFileSync(reportPath(site), 'utf8'));
  });

  test(`the issues of ${site} have the same order in the list, alone and in steps`, () => {
    const { findings, outlook }: Report = JSON.parse(readFileSync(reportPath(site), 'utf8'));
    const issues = issuesOf(findings.toReversed()).map(([{ checkId }]) => checkId);
    assert.deepEqual(
      outlook.alone.map(({ checkId }) => checkId),
      issues,
    );
    assert.deepEqual(
      outlook.steps.flatMap(({ checkIds }) => checkIds),
      issues,
    );
  });
}
