import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proof } from './outcome.ts';

test('lines of proof are joined without those that are missing or empty', () => {
  assert.equal(proof('a', null, ['b', ['', 'd']], '', ['c']), 'a\nb\nd\nc');
});
