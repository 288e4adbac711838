import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { isRandom } from './filler.ts';

const octets = (seed: string): Buffer => createHash('sha512').update(seed).digest();
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const small = capitals.toLowerCase();

/** Alphabets and lengths of keys, and how many of a thousand may be taken for words. */
const drawn: readonly (readonly [what: string, alphabet: string, length: number, lost: number])[] = [
  ['letters and digits', `${capitals}${small}0123456789`, 20, 2],
  ['base64url', `${capitals}${small}0123456789-_`, 24, 2],
  ['letters', `${capitals}${small}`, 34, 2],
  ['hexadecimal digits', '0123456789abcdef', 32, 2],
  ['small letters and digits', `${small}0123456789`, 24, 3],
  ['base32', `${capitals}234567`, 27, 5],
];

for (const [what, alphabet, length, lost] of drawn)
  test(`keys of ${what} are drawn`, () => {
    const keys = Array.from({ length: 1_000 }, (_, index) =>
      [...octets(`${what} ${index}`)]
        .slice(0, length)
        .map((one) => alphabet.charAt(one % alphabet.length))
        .join(''),
    );
    assert.ok(keys.filter((one) => !isRandom(one)).length <= lost);
  });

const words: readonly string[] = [
  '',
  'card-header-wrapper-inner',
  'getElementsByClassNameFromCache',
  'theQuickBrownFoxJumpsOverTheLazyDog',
  'introduction-to-the-messages-endpoint',
  'THISISNOTAREALKEYATALL',
  'btn-xs-6-mt-2-lg-4-px-9-py-8',
  'col-md-6-offset-2-lg-4-inner',
  'abcdefabcdefabcdefabcdefabcdefab',
  'ABCDEFGHIJKLMNOPQRSTUVWX',
  '0123456789abcdef0123',
];

for (const one of words) test(`"${one}" was not drawn`, () => assert.equal(isRandom(one), false));
