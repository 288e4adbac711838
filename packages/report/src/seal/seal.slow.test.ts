import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missedFlips, sampleOf } from '../testing/bit-flips.ts';
import { base, sealed, trust } from '../testing/sealed-sample.ts';

test('a flipped bit in any octet of the container, or in a sample of all others, is found', () => {
  const containerFrom = sealed.indexOf('/Contents <', base.length);
  const containerTo = sealed.indexOf('>', containerFrom + 11);
  assert.deepEqual(missedFlips(sampleOf(containerFrom, containerTo, 2_500), sealed, trust), []);
  assert.deepEqual(missedFlips(sampleOf(base.length, sealed.length, 1_000), sealed, trust), []);
  assert.deepEqual(missedFlips(sampleOf(0, base.length, 500), sealed, trust), []);
});
