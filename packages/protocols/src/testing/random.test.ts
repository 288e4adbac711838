import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, dayRuns, fc, randomFrom, reportRun, seedOf } from './random.ts';

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

test('the seed is that of the day, of the environment, or a new one', () => {
  assert.deepEqual([{}, { PERIMETER_SEED: '' }, { PERIMETER_SEED: '-5' }].map(seedOf), [1, 1, -5]);
  const fresh = Array.from({ length: 3 }, () => seedOf({ PERIMETER_SEED: 'random' }));
  assert.equal(new Set(fresh).size, 3);
  assert.ok(fresh.every((seed) => seed === (seed | 0)));
  for (const text of ['x', '1.5', '99999999999'])
    assert.throws(() => seedOf({ PERIMETER_SEED: text }), /32-bit integer/);
});

test('a property never has fewer runs than it names', () => {
  assert.ok(dayRuns(30) >= 30 && dayRuns(30) % 30 === 0);
});

test('a character is any code point except surrogates, and is known again', () => {
  fc.assert(
    fc.property(anyCharacter, (text) => {
      assert.ok(text.isWellFormed() && [...text].length === 1);
      assert.ok(anyCharacter.canShrinkWithoutContext(text));
    }),
  );
  for (const edge of ['\0', '\ud7ff', '\ue000', '\u{10ffff}']) assert.ok(anyCharacter.canShrinkWithoutContext(edge));
  for (const none of ['', 'ab', '\ud800', '\u{10ffff}x', 1]) assert.ok(!anyCharacter.canShrinkWithoutContext(none));
});
