import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUsableForMail, isUsableTlsa, readTlsa } from './tlsa.ts';

test('TLSA is read from presentation format', () => {
  assert.deepEqual(readTlsa('3 1 1 AB cd'), { usage: 3, selector: 1, matchingType: 1, data: 'abcd' });
  assert.equal(readTlsa('\\# 2 0301'), null);
});

test('records with unknown fields or a digest of the wrong length are unusable (RFC 7671 section 10.2)', () => {
  for (const usage of [0, 1, 2, 3, 4, 255])
    for (const selector of [0, 1, 2, 255])
      for (const [matchingType, octets] of [
        [0, 1],
        [1, 32],
        [2, 64],
        [1, 31],
        [1, 33],
        [2, 32],
        [0, 0],
        [3, 32],
        [255, 32],
      ] as const) {
        const record = { usage, selector, matchingType, data: 'ab'.repeat(octets) };
        const right = [
          [0, 1],
          [1, 32],
          [2, 64],
        ].some(([type, length]) => type === matchingType && length === octets);
        assert.equal(isUsableTlsa(record), usage < 4 && selector < 2 && right, JSON.stringify(record));
        // RFC 7672 section 3.1.3: mail senders have no roots for usages 0 and 1.
        assert.equal(isUsableForMail(record), (usage === 2 || usage === 3) && selector < 2 && right);
      }
});
