import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesTag } from './conditional.ts';

const cases: readonly [string | undefined, string, boolean][] = [
  [undefined, '"a"', false],
  ['*', '"a"', true],
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"b", W/"a"', '"a"', true],
  ['"b,a"', '"a"', false],
  ['a', '"a"', false],
  ['"aa"', '"a"', false],
];

for (const [given, tag, expected] of cases) {
  test(`If-None-Match ${given} ${expected ? 'matches' : 'does not match'} ${tag}`, () =>
    assert.equal(matchesTag(given, tag), expected));
}
