import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ContentRange, parseContentRange } from './content-range.ts';

const part = (first: number, last: number, whole: number | null): ContentRange => ({ first, last, whole });

const rows: readonly (readonly [value: string | undefined, range: ContentRange | null])[] = [
  ['bytes 0-4/9', part(0, 4, 9)],
  ['Bytes 0-4/9', part(0, 4, 9)],
  ['bytes 0-4/*', part(0, 4, null)],
  ['bytes 5-8/9', part(5, 8, 9)],
  ['bytes=0-4/9', part(0, 4, 9)],
  ['bytes: 0-4/9', part(0, 4, 9)],
  ['bytes:0-4/9', part(0, 4, 9)],
  ['bytes  0-4/9', part(0, 4, 9)],
  ['bytes 0 - 4 / 9', part(0, 4, 9)],
  [' bytes\t0-4/9 ', part(0, 4, 9)],
  ['0-4/9', part(0, 4, 9)],
  ['bytes=5-8/9', part(5, 8, 9)],
  ['bytes */9', null],
  ['bytes 0-4', null],
  ['bytes -4/9', null],
  ['bytes 0-4/9, 6-8/9', null],
  ['', null],
  [undefined, null],
];

for (const [value, range] of rows)
  test(`Content-Range: ${value ?? '(none)'}`, () => assert.deepEqual(parseContentRange(value), range));
