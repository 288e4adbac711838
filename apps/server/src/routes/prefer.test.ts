import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitPreference } from './prefer.ts';

const cases: readonly [string | string[] | undefined, number | null][] = [
  [undefined, null],
  ['wait=10', 10],
  ['respond-async, wait=10', 10],
  ['wait=10, wait=3', 10],
  ['WAIT = "7"', 7],
  ['wait=9; foo', 9],
  ['wait=3600', 25],
  ['wait=0', 0],
  ['wait', null],
  ['wait=-1', null],
  ['wait=1.5', null],
  ['await=3', null],
  [['handling=lenient', 'wait=4'], 4],
];

for (const [given, expected] of cases) {
  test(`Prefer ${JSON.stringify(given)} waits ${expected}`, () => assert.equal(waitPreference(given), expected));
}
