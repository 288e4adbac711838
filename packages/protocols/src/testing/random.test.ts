import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc, randomFrom, reportRun, seedOf } from './random.ts';

test('a failing property names its seed and how to repeat it', () => {
  assert.throws(
    () =>
      fc.assert(
        fc.property(fc.nat(), (value) => value < 0),
        { seed: 42 },
      ),
    /seed: 42[^]*Repeat it with PERIMETER_SEED=42 before the command$/,
  );
  reportRun(fc.check(fc.property(fc.nat(), (value) => value >= 0)));
});

test('the same seed gives the same values', () => {
  const [one, two, other] = [randomFrom(7), randomFrom(7), randomFrom(8)];
  const values = [one(), one()];
  assert.deepEqual([two(), two()], values);
  assert.notDeepEqual([other(), other()], values);
});

test('the seed of the environment is a 32-bit integer, or there is none', () => {
  assert.deepEqual([{}, { PERIMETER_SEED: '' }, { PERIMETER_SEED: '-5' }].map(seedOf), [null, null, -5]);
  for (const text of ['x', '1.5', '99999999999'])
    assert.throws(() => seedOf({ PERIMETER_SEED: text }), /32-bit integer/);
});
