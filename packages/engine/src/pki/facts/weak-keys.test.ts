import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { checkPrimeSync, createHash, generateKeyPairSync, generatePrimeSync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sharedFactors, weaknessOf } from './weak-keys.ts';

const prime = (bits: number): bigint => generatePrimeSync(bits, { bigint: true });

function bytesOf(integer: bigint): Uint8Array {
  const hex = integer.toString(16);
  return new Uint8Array(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'));
}

const kindOf = (modulus: bigint): string | undefined => weaknessOf(bytesOf(modulus))?.kind;

function nextPrime(from: bigint): bigint {
  let candidate = from | 1n;
  while (!checkPrimeSync(candidate)) candidate += 2n;
  return candidate;
}

const primorial = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101]
  .concat([103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167])
  .reduce((product, factor) => product * BigInt(factor), 1n);

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** A prime as the flawed generator produced it. */
function rocaPrime(): bigint {
  for (;;) {
    const candidate =
      BigInt(`0x${randomBytes(8).toString('hex')}`) * primorial +
      power(65_537n, BigInt(`0x${randomBytes(8).toString('hex')}`), primorial);
    if (checkPrimeSync(candidate)) return candidate;
  }
}

test('keys of the flawed generator of CVE-2017-15361 are recognised', () => {
  assert.equal(kindOf(rocaPrime() * rocaPrime()), 'roca');
});

test('close primes, and squares, are found by Fermat’s method', () => {
  const p = prime(512);
  assert.equal(kindOf(p * nextPrime(p + 2n)), 'close-primes');
  assert.equal(kindOf(p * p), 'close-primes');
});

test('a small factor is found, up to 16 bits', () => {
  assert.deepEqual(weaknessOf(bytesOf(65_521n * prime(1008)))?.values, ['65521']);
  assert.equal(kindOf(2n * prime(1023)), 'small-factor');
});

test('normal keys are not reported', () => {
  for (let i = 0; i < 5; i += 1) {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const { n = '' } = publicKey.export({ format: 'jwk' });
    assert.equal(weaknessOf(new Uint8Array(Buffer.from(n, 'base64url'))), null);
  }
});

test('oversized moduli are skipped', () => {
  for (const modulus of [new Uint8Array(), Uint8Array.of(0), Uint8Array.of(1), new Uint8Array(4096).fill(255)])
    assert.equal(weaknessOf(modulus), null);
});

test('a prime shared by two keys is found; equal keys do not count', () => {
  const [p, q, r, s, t] = [prime(256), prime(256), prime(256), prime(256), prime(256)];
  const moduli = [p * q, q * r, s * t, s * t].map(bytesOf);
  assert.deepEqual([...sharedFactors(moduli)].toSorted(), [0, 1]);
  assert.equal(sharedFactors([new Uint8Array(), Uint8Array.of(0), bytesOf(p * q)]).size, 0);
});

test('a key is identified by the output of openssl, and is weak if a list contains it', (t) => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const modulus = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).n ?? '', 'base64url'));
  const input = publicKey.export({ type: 'spki', format: 'pem' });
  const { status, stdout } = spawnSync('openssl', ['rsa', '-pubin', '-noout', '-modulus'], { input });
  if (status !== 0) return t.skip('There is no openssl on this machine to print a modulus');
  const name = createHash('sha1').update(stdout).digest('hex').slice(20);
  assert.equal(weaknessOf(modulus, new Set([name]))?.kind, 'debian');
  assert.deepEqual(weaknessOf(modulus, new Set([name]))?.values, [name]);
  assert.equal(weaknessOf(modulus, new Set(['0'.repeat(20)])), null);
  assert.equal(weaknessOf(modulus), null);
});
