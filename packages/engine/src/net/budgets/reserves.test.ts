import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReserves } from './reserves.ts';

test('a purpose can take its reserve whatever the others took', () => {
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

test('unreserved items are first come, first served, and can be given back', () => {
  const reserves = createReserves(10, { first: 2, last: 3 });
  assert.equal(Array.from({ length: 20 }, () => reserves.take('first')).filter(Boolean).length, 7);
  reserves.giveBack('first');
  assert.deepEqual([reserves.has('first'), reserves.take('first'), reserves.take('first')], [true, true, false]);
  assert.equal(reserves.left('last'), 3);
  reserves.end('first');
  assert.deepEqual([reserves.left('first'), reserves.left('last')], [0, 3]);
  // The total is never exceeded: additional items count against their purpose, then the unreserved rest.
  for (let at = 0; at < 20; at += 1) reserves.add('first');
  assert.equal(reserves.has('last'), false);
});

test("the rest of an ended purpose's reserve is free for the others", () => {
  const reserves = createReserves(10, { first: 4, second: 2, last: 3 });
  reserves.take('first');
  assert.equal(reserves.left('last'), 4);
  reserves.end('first');
  assert.deepEqual([reserves.left('second'), reserves.left('last')], [6, 7]);
  reserves.end('second');
  assert.equal(reserves.left('last'), 9);
});
