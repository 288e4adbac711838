import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { goldenSites, judgeGolden, reportPath } from './golden.ts';

test('there is recorded evidence to judge', () => assert.ok(goldenSites().length >= 4));

for (const site of goldenSites()) {
  test(`the report of ${site} is the golden one, byte for byte (npm run golden renews it)`, () => {
    assert.equal(judgeGolden(site), readFileSync(reportPath(site), 'utf8'));
  });
}
