import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReserves } from './reserves.ts';

test('whatever the others took, a purpose has what is kept for it', () => {
  const kept = { first: 3, second: 4, last: 5 };
  for (const purpose of ['first', 'second', 'last'] as const) {
    const reserves = createReserves(14, kept);
    const others = (['first', 'second', 'last'] as const).filter((one) => one !== purpose);
    for (let at = 0; at < 50; at += 1) for (const other of others) reserves.take(other);
    const had = Array.from({ length: 50 }, () => reserves.take(purpose)).filter(Boolean).length;
    assert.equal(had, kept[purpose], purpose);
    assert.equal(reserves.taken, 14);
  }
});

test('what is kept for nobody goes to whoever comes first, and comes back when it was not needed', () => {
  const reserves = createReserves(10, { first: 2, last: 3 });
  assert.equal(Array.from({ length: 20 }, () => reserves.take('first')).filter(Boolean).length, 7);
  reserves.giveBack('first');
  assert.deepEqual([reserves.has('first'), reserves.take('first'), reserves.take('first')], [true, true, false]);
  assert.equal(reserves.left('last'), 3);
  reserves.end('first');
  assert.deepEqual([reserves.left('first'), reserves.left('last')], [0, 3]);
  // More than was taken is nothing: what came unasked counts against its own purpose and the rest.
  for (let at = 0; at < 20; at += 1) reserves.add('first');
  assert.equal(reserves.has('last'), false);
});

test('what was kept for a purpose that is done goes to the others', () => {
  const reserves = createReserves(10, { first: 4, second: 2, last: 3 });
  reserves.take('first');
  assert.equal(reserves.left('last'), 4);
  reserves.end('first');
  assert.deepEqual([reserves.left('second'), reserves.left('last')], [6, 7]);
  reserves.end('second');
  assert.equal(reserves.left('last'), 9);
});
