import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnmodifiedSince, matchesTag } from './conditional.ts';

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

test('If-Modified-Since is compared in whole seconds, and ignored beside If-None-Match', () => {
  const sealedAt = new Date('2026-05-07T10:00:00.500Z');
  const since = (text: string, more = {}) => isUnmodifiedSince({ 'if-modified-since': text, ...more }, sealedAt);
  assert.equal(since('Thu, 07 May 2026 10:00:00 GMT'), true);
  assert.equal(since('Thu, 07 May 2026 09:59:59 GMT'), false);
  assert.equal(since('Thu, 07 May 2026 10:00:00 GMT', { 'if-none-match': '"x"' }), false);
  for (const text of ['', 'tomorrow', '2026-05-08', 'x GMT']) assert.equal(since(text), false, text);
});
