import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseContentType, parseMediaType } from './media-type.ts';

test('names are lowercased, parameter values are unquoted', () => {
  const type = parseMediaType('Text/HTML ; Charset="UTF-8"; x');
  assert.equal(type?.essence, 'text/html');
  assert.deepEqual([...(type?.parameters ?? [])], [['charset', 'UTF-8']]);
});

for (const text of ['', 'text', 'text/', '/html', 'text/html/x', 'te xt/html', 'text html']) {
  test(`${JSON.stringify(text)} is not a media type`, () => assert.equal(parseMediaType(text), null));
}

test('the last valid type counts and inherits the charset of its own kind', () => {
  const { value } = parseContentType([
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Content-Type', 'text/html'],
  ]);
  assert.equal(value?.parameters.get('charset'), 'utf-8');
  const other = parseContentType([['Content-Type', 'text/plain; charset=utf-8, text/html']]);
  assert.equal(other.value?.essence, 'text/html');
  assert.equal(other.value?.parameters.size, 0);
});

test('an absent header has no type and no problem, a malformed one has a problem', () => {
  assert.deepEqual(parseContentType([]), { value: null, problems: [] });
  assert.equal(parseContentType([['Content-Type', 'html']]).problems.length, 1);
});
