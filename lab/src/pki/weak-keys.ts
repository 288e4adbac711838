import { checkPrimeSync, createPrivateKey, generatePrimeSync, randomBytes, type KeyObject } from 'node:crypto';

/** RSA keys of 2,048 bits whose weakness is public knowledge; they work all the same. */
export type WeakRsaKind = 'rsa-roca' | 'rsa-close-primes' | 'rsa-small-factor' | 'rsa-shared-prime';

const publicExponent = 65_537n;
const primeBits = 1024;

/** Devices with the same initial entropy share a prime, which anyone can compute from two of their keys. */
let sharedPrime: bigint | undefined;

/** Makes a weak key. */
export function weakRsaKey(kind: WeakRsaKind): KeyObject {
  if (kind === 'rsa-roca') return rsaKey(rocaPrime(), rocaPrime());
  if (kind === 'rsa-small-factor') {
    // Two primes in the place of one: a prime of 2,032 bits is looked for ten times as long.
    const [a, b] = [bigPrime(primeBits - 8), bigPrime(primeBits - 8)];
    return rsaKey(a * b, 65_521n, (a - 1n) * (b - 1n));
  }
  if (kind === 'rsa-shared-prime') return rsaKey((sharedPrime ??= bigPrime(primeBits)), bigPrime(primeBits));
  const p = bigPrime(primeBits);
  return rsaKey(p, nextPrime(p));
}

/** A private key from its two primes, which may be of any shape; the first may be a product whose totient is given. */
function rsaKey(p: bigint, q: bigint, totient = p - 1n): KeyObject {
  const e = publicExponent;
  const d = inverse(e, totient * (q - 1n));
  const numbers = { n: p * q, e, d, p, q, dp: d % totient, dq: d % (q - 1n), qi: inverse(q, p) };
  const encoded = Object.entries(numbers).map(([name, value]) => [name, octets(value).toString('base64url')]);
  return createPrivateKey({ format: 'jwk', key: { kty: 'RSA', ...Object.fromEntries(encoded) } });
}

/** A prime of that many bits that fits the public exponent. */
function bigPrime(bits: number): bigint {
  for (;;) {
    const prime = generatePrimeSync(bits, { bigint: true });
    if ((prime - 1n) % publicExponent !== 0n) return prime;
  }
}

/** Primes a few hundred apart, which Fermat's method finds at once (CVE-2022-26320). */
function nextPrime(prime: bigint): bigint {
  let candidate = prime + 2n;
  while (!checkPrimeSync(candidate) || (candidate - 1n) % publicExponent === 0n) candidate += 2n;
  return candidate;
}

/** Product of the first 126 primes, the modulus that the flawed library took for keys of this size. */
function primorial(): bigint {
  const primes: bigint[] = [];
  for (let candidate = 2n; primes.length < 126; candidate += 1n) {
    if (checkPrimeSync(candidate)) primes.push(candidate);
  }
  return primes.reduce((product, prime) => product * prime, 1n);
}

/** k·M + (65537^a mod M): the shape of the primes of CVE-2017-15361. */
function rocaPrime(): bigint {
  const modulus = primorial();
  const least = (3n << BigInt(primeBits - 2)) / modulus;
  const span = (1n << BigInt(primeBits)) / modulus - least;
  for (;;) {
    const candidate = (least + (randomInteger() % span)) * modulus + power(publicExponent, randomInteger(), modulus);
    if (checkPrimeSync(candidate) && (candidate - 1n) % publicExponent !== 0n) return candidate;
  }
}

const randomInteger = (): bigint => BigInt(`0x${randomBytes(8).toString('hex')}`);

/** Modular exponentiation. */
function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [r, nextR, s, nextS] = [value % modulus, modulus, 1n, 0n];
  while (nextR !== 0n) {
    const quotient = r / nextR;
    [r, nextR, s, nextS] = [nextR, r - quotient * nextR, nextS, s - quotient * nextS];
  }
  return ((s % modulus) + modulus) % modulus;
}

/** Unsigned big-endian octets of a number. */
function octets(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}
