import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { combinedValue, headerValues, isToken, listedValues, splitUnquoted, trimOws, unquote } from './header-list.ts';

test('a header is found whatever the case of its name, every instance in wire order', () => {
  const lines = [
    ['Vary', 'a'],
    ['Server', 'x'],
    ['VARY', 'b, c'],
  ] as const;
  assert.deepEqual(headerValues(lines, 'vary'), ['a', 'b, c']);
  assert.equal(combinedValue(lines, 'vary'), 'a, b, c');
  assert.deepEqual(listedValues(lines, 'vary'), ['a', 'b', 'c']);
});

test('an absent header combines to null, an empty one to the empty text', () => {
  assert.equal(combinedValue([], 'Vary'), null);
  assert.equal(combinedValue([['Vary', '']], 'Vary'), '');
  assert.deepEqual(listedValues([['Vary', '']], 'Vary'), ['']);
});

test('delimiters within quoted strings do not split, escaped quotes do not end one', () => {
  assert.deepEqual(splitUnquoted('a="1,2" , b="\\",", c', ','), ['a="1,2"', 'b="\\","', 'c']);
  assert.deepEqual(splitUnquoted('a="open, b', ','), ['a="open, b']);
  assert.deepEqual(splitUnquoted(',', ','), ['', '']);
});

test('only space and tab are optional white space', () => {
  assert.equal(trimOws(' \ta\u00a0 \t'), 'a\u00a0');
});

test('a quoted string means its text', () => {
  assert.equal(unquote('"a\\"b"'), 'a"b');
  assert.equal(unquote('"'), '"');
  assert.equal(unquote('bare'), 'bare');
});

test('a token is not empty and holds no delimiter', () => {
  assert.ok(isToken('x-Y_1'));
  assert.ok(!isToken(''));
  assert.ok(!isToken('a b'));
});

test('splitting loses nothing but white space and delimiters', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{0,4}$/), { minLength: 1 }), (words) => {
      assert.deepEqual(splitUnquoted(words.join(' ,\t'), ','), words);
    }),
    { numRuns: 200 },
  );
});
