import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatherLookups } from './gather.ts';

test('keys requested at once, or during a lookup, are looked up together, and each caller gets its own result', async () => {
  const asked: (readonly number[])[] = [];
  const look = gatherLookups<number, number>(async (keys) => {
    asked.push(keys);
    return (key) => key * 10;
  }, 3);
  const first = look(1);
  const more = [2, 3, 4, 5].map(look);
  assert.equal(await first, 10);
  const later = look(6);
  assert.deepEqual(await Promise.all([...more, later]), [20, 30, 40, 50, 60]);
  assert.deepEqual(asked.flat(), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(asked[0], [1, 2, 3]);
  assert.ok(asked.length <= 3);
});

test('a failed lookup fails its callers only, not later ones', async () => {
  let isAway = true;
  const look = gatherLookups<number, number>(async () => {
    if (isAway) throw new Error('Away');
    return (key) => key;
  });
  await assert.rejects(Promise.all([look(1), look(2)]), /Away/);
  isAway = false;
  assert.equal(await look(3), 3);
});
