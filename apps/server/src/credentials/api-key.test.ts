import { fc } from '@perimeter/protocols/testing/random';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashKey, isKeyShaped, issueKey, keyFrom, newKey } from './api-key.ts';

const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const secret = fc
  .array(fc.constantFrom(...alphabet), { minLength: 43, maxLength: 43 })
  .map((digits) => digits.join(''));

test('a key is its prefix, 43 digits and a checksum of 6 digits', () => {
  assert.match(newKey(), /^psa_live_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
  assert.notEqual(newKey(), newKey());
});

test('the checksum is CRC-32 over all before it, in base62', () => {
  // CRC-32 (ISO 3309) bit by bit, independent of the library.
  const text = `psa_live_${'0'.repeat(43)}`;
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let value = 0;
  for (const digit of keyFrom('0'.repeat(43)).slice(-6)) value = value * 62 + alphabet.indexOf(digit);
  assert.equal(value, (crc ^ 0xffffffff) >>> 0);
});

test('every new key is well-formed', () => {
  fc.assert(fc.property(secret, (digits) => isKeyShaped(keyFrom(digits))));
});

test('changing any one character of a key invalidates it', () => {
  fc.assert(
    fc.property(secret, fc.nat({ max: 57 }), fc.constantFrom(...alphabet, '_', '-', ' '), (digits, at, other) => {
      const key = keyFrom(digits);
      fc.pre(key[at] !== other);
      return !isKeyShaped(key.slice(0, at) + other + key.slice(at + 1));
    }),
    { numRuns: 500 },
  );
});

const key = keyFrom('a'.repeat(43));
for (const [what, bad] of [
  ['nothing', ''],
  ['the prefix alone', 'psa_live_'],
  ['another prefix', key.replace('live', 'test')],
  ['another case', key.toUpperCase()],
  ['one character less', key.slice(0, -1)],
  ['one character more', `${key}0`],
  ['two neighbours swapped', key.replace(/(.)(.)$/, '$2$1')],
  ['white space around', ` ${key}`],
  ['a line end', `${key}\n`],
  ['a letter that only looks like one', key.replace('a', 'а')],
] as const) {
  test(`${what} is not a well-formed key`, () => assert.equal(isKeyShaped(bad), false));
}

test('the stored hash depends on the server secret, and only the prefix and the last four characters are stored in clear', () => {
  const issued = issueKey(Buffer.from('one'));
  assert.deepEqual(issued.stored.hash, hashKey(Buffer.from('one'), issued.key));
  assert.notDeepEqual(issued.stored.hash, hashKey(Buffer.from('two'), issued.key));
  const { prefix, lastFour } = issued.stored;
  assert.deepEqual([prefix, lastFour], ['psa_live_', issued.key.slice(-4)]);
});
