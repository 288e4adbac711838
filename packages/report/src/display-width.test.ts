import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { displayWidth, hardWrap, padEnd, truncate, wrap } from './display-width.ts';

test('wide characters take two columns, combining marks none', () => {
  assert.equal(displayWidth('abc'), 3);
  assert.equal(displayWidth('例え'), 4);
  assert.equal(displayWidth('a\u0301\u0302'), 1);
  assert.equal(displayWidth('🙂'), 2);
});

test('text is filled and cut by columns', () => {
  assert.equal(padEnd('例', 4), '例  ');
  assert.equal(truncate('例え例え', 5, '…'), '例え…');
  assert.equal(truncate('abc', 3, '…'), 'abc');
  assert.equal(truncate('abcd', 2, '...'), '..');
});

test('text wraps between words, and within a word only if necessary', () => {
  assert.deepEqual(wrap('one two three', 7), ['one two', 'three']);
  assert.deepEqual(wrap('a abcdefghij b', 4), ['a', 'abcd', 'efgh', 'ij b']);
  assert.deepEqual(wrap('', 4), ['']);
});

test('raw text breaks after a blank near the edge, else at the edge, and continues with the given indentation', () => {
  assert.deepEqual(hardWrap('abcd efgh ijkl', 10), ['abcd efgh ', 'ijkl']);
  assert.deepEqual(hardWrap('a bcdefghijkl', 6), ['a bcde', 'fghijk', 'l']);
  assert.deepEqual(hardWrap('abcdefgh', 4, 2), ['abcd', '  ef', '  gh']);
});

test('wrapping loses no text and never exceeds the width', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '例', '-', 'é') });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 12 }), (raw, width) => {
      assert.equal(hardWrap(raw, width).join(''), raw);
      assert.equal(wrap(raw, width).join('').replaceAll(' ', ''), raw.replaceAll(' ', ''));
      for (const row of [...hardWrap(raw, width), ...wrap(raw, width)]) assert.ok(displayWidth(row) <= width);
    }),
    { numRuns: 300 },
  );
});
