import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { kendallTau, medianRanks } from './kendall.ts';

test('equal rankings have 1, reversed ones -1', () => {
  assert.equal(kendallTau([1, 2, 3, 4], [10, 20, 30, 40]), 1);
  assert.equal(kendallTau([1, 2, 3, 4], [4, 3, 2, 1]), -1);
});

test('one swapped pair of six gives two thirds', () => {
  assert.equal(kendallTau([1, 2, 3, 4], [2, 1, 3, 4]), 4 / 6);
});

test("ties in one ranking are corrected as in Kendall's tau-b", () => {
  // Five of six pairs are ordered in the second ranking, all as in the first.
  assert.equal(kendallTau([1, 2, 3, 4], [1, 1, 2, 3]), 5 / Math.sqrt(6 * 5));
});

test('the order of the rankings and of the items has no effect', () => {
  const rankings = fc.array(fc.tuple(fc.integer({ max: 9, min: 0 }), fc.integer({ max: 9, min: 0 })), { minLength: 2 });
  fc.assert(
    fc.property(rankings, (pairs) => {
      const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
      const tau = kendallTau(a, b);
      assert.ok(Number.isNaN(tau) || Math.abs(tau) <= 1 + 1e-12);
      assert.deepEqual(kendallTau(b, a), tau);
      assert.deepEqual(kendallTau(a.toReversed(), b.toReversed()), tau);
    }),
  );
});

test('the median of three orders ignores one that is far off', () => {
  const orders = [
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
    ['c', 'b', 'a'],
  ];
  assert.deepEqual(medianRanks(orders, ['a', 'b', 'c']), [0, 1, 2]);
});
