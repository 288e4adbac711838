import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { fc, randomFrom } from '../testing/random.ts';
import { cpuMsOf } from '../testing/cpu-time.ts';
import { isGuessable } from './guessable.ts';

const tried: readonly string[] = [
  ...'qwertyuiop 1q2w3e4r 1q2w3e4r5t qwerty123 asdfghjkl zxcvbnm qazwsx 1qaz2wsx !QAZ2wsx qwerty asdf1234 qwertz'.split(
    ' ',
  ),
  ...'abcabcabc abcabcabcab 12341234 aaaabbbb 112233 1234 12345678 87654321 abc123 abcd1234 12345-abcde'.split(' '),
  ...'p4ssw0rd P@ssw0rd! Passw0rd123 Ch4ng3M3! s3cr3t S3cr3tK3y s3cr3tP4ss S3cr3t!Pass $ECRET99 We1come1'.split(' '),
  ...'2024-01-01 20240115 15.01.2024 2024-01-15T10:00:00Z'.split(' '),
  ...'deadbeef deadbeefcafebabe fedcba9876543210 0123456789abcdef a1b2c3d4e5f6g7h8 00112233445566778899aabbccddeeff'.split(
    ' ',
  ),
  ...['', 'password', 'admin'].flatMap((one) =>
    ['md5', 'sha1', 'sha256'].map((hash) => createHash(hash).update(one).digest('hex')),
  ),
  ...'admin123 test-1234 dev_password_1 password123 letmein welcome1 new-token-1 login2024 Staging@123 root! guest_guest'.split(
    ' ',
  ),
  ...'current_password new_password remember_token loginPassword passwort1'.split(' '),
];

/** Values that people choose, and drawn ones. */
const chosen: readonly string[] = [
  ...'tiger-7 hunter2 Summer2026! gJ4!kd9# rainbow42 winter pass-the-salt-9x 123457 111060 Wint3r!2024kx9'.split(' '),
  ...'correct-horse-battery-staple ThereAndBackAgain EXCHANGE_2019_pw! your-majesty-77 9f86d081884c7d65'.split(' '),
];

for (const one of tried) test(`"${one}" is tried first`, () => assert.equal(isGuessable(one), true));
for (const one of chosen) test(`"${one}" is not tried first`, () => assert.equal(isGuessable(one), false));

test('what is drawn is guessed by nobody', () => {
  for (const coding of ['hex', 'base64', 'base64url'] as const)
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 48 }), fc.noBias(fc.integer()), (octets, seed) => {
        const draw = randomFrom(seed);
        const drawn = Buffer.from(Array.from({ length: octets }, () => Math.floor(draw() * 256)));
        return !isGuessable(drawn.toString(coding));
      }),
    );
});

test('time is linear', () => {
  for (const unit of ['password', 'a', 'qwerty', '1', '@', 'aA1!'])
    assert.ok(cpuMsOf(() => isGuessable(unit.repeat(2_000))) < 500, unit);
  for (const unit of ['password', 'a', 'qwerty', '1', '@', 'aA1!'])
    assert.ok(cpuMsOf(() => isGuessable(unit.repeat(72).slice(0, 72))) < 500, unit);
});
