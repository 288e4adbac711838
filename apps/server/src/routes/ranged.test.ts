import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeOf } from './ranged.ts';

const rows: [header: string | undefined, expected: ReturnType<typeof rangeOf>][] = [
  [undefined, null],
  ['bytes=0-9', { first: 0, last: 9 }],
  ['Bytes=0-9', { first: 0, last: 9 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=0-1000', { first: 0, last: 99 }],
  ['bytes=99-99', { first: 99, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-1', null],
  ['bytes=-', null],
  ['bytes=0-1,3-4', null],
  ['items=0-1', null],
];
for (const [header, expected] of rows) {
  test(`of 100 bytes, "${header ?? 'nothing'}" is ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(rangeOf(header, 100), expected);
  });
}
