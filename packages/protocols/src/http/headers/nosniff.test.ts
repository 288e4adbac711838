import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNosniff } from './nosniff.ts';

const cases: [values: string[], nosniff: boolean, problems: number][] = [
  [[], false, 0],
  [['nosniff'], true, 0],
  [['NoSniff'], true, 0],
  [['nosniff', 'nosniff'], true, 0],
  [['nosniff, whimsy'], true, 1],
  [['whimsy, nosniff'], false, 1],
  [['whimsy', 'nosniff'], false, 1],
  [['"nosniff"'], false, 1],
  [[', nosniff'], false, 1],
  [['nosniff;'], false, 1],
  [[''], false, 1],
];

for (const [values, nosniff, problems] of cases) {
  test(`X-Content-Type-Options ${JSON.stringify(values)} is ${nosniff ? 'obeyed' : 'not obeyed'}`, () => {
    const parsed = parseNosniff(values.map((value) => ['X-Content-Type-Options', value] as const));
    assert.equal(parsed.value, nosniff);
    assert.equal(parsed.problems.length, problems);
  });
}
