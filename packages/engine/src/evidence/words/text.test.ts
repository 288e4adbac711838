import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted, firstAndMore } from './text.ts';

test('a unit is plural unless the count is one', () => {
  assert.deepEqual([counted(0, 'day'), counted(1, 'day'), counted(2, 'day')], ['0 days', '1 day', '2 days']);
});

test('a list is whole up to its limit, and the rest is counted', () => {
  assert.equal(firstAndMore(['a', 'b'], 2), 'a, b');
  assert.equal(firstAndMore(['a', 'b', 'c', 'd'], 2), 'a, b and 2 more');
  assert.equal(firstAndMore(['a', 'b', 'c'], 1, '; '), 'a and 2 more');
});
