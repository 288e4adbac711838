import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCacheControl } from './cache-control.ts';

test('directives of all lines come together, names without case, arguments unquoted', () => {
  const { value, problems } = parseCacheControl([
    ['Cache-Control', 'No-Store, max-age=0'],
    ['cache-control', 'private="Set-Cookie, X-Id"'],
  ]);
  assert.deepEqual(
    [...value],
    [
      ['no-store', null],
      ['max-age', '0'],
      ['private', 'Set-Cookie, X-Id'],
    ],
  );
  assert.deepEqual(problems, []);
});

test('the first of two equal directives counts, and the repetition is named', () => {
  const { value, problems } = parseCacheControl([['Cache-Control', 'max-age=60, max-age=0']]);
  assert.equal(value.get('max-age'), '60');
  assert.equal(problems.length, 1);
});

test('an invalid directive is a problem and is left out', () => {
  const { value, problems } = parseCacheControl([['Cache-Control', 'no store, public,,']]);
  assert.deepEqual([...value.keys()], ['public']);
  assert.equal(problems.length, 1);
});
