import { createHash } from 'node:crypto';
import { toHex } from '@perimeter/protocols/bytes';
import type { CertificateFacts } from '../../evidence/certificates/schema.ts';

/** A publicly detectable weakness of a public key, and its proof. */
export type KeyWeakness = NonNullable<CertificateFacts['key']['weakness']>;

/** Longer moduli are not tested: they are unused in practice, and every test takes time. */
const maxBits = 8_192;

const integerOf = (modulus: Uint8Array): bigint => BigInt(`0x${toHex(modulus) || '0'}`);

function primesBelow(limit: number): number[] {
  const composite = new Uint8Array(limit);
  const primes: number[] = [];
  for (let n = 2; n < limit; n += 1) {
    if (composite[n] === 1) continue;
    primes.push(n);
    for (let multiple = n * n; multiple < limit; multiple += n) composite[multiple] = 1;
  }
  return primes;
}

const smallPrimes = primesBelow(65_536);

/** Residues of a base's powers modulo a prime. */
function powersOf(base: number, prime: number): ReadonlySet<number> {
  const powers = new Set<number>();
  for (let power = 1; !powers.has(power); power = (power * base) % prime) powers.add(power);
  return powers;
}

/**
 * Primes of the flawed generator are k·M + (65537^a mod M), with M a product of the first primes: so its moduli are
 * powers of 65537 modulo each of them (CVE-2017-15361). M of the smallest keys contains the primes up to 167; larger
 * ones contain those too.
 */
const rocaResidues: readonly { prime: number; powers: ReadonlySet<number> }[] = smallPrimes
  .filter((prime) => prime <= 167)
  .map((prime) => ({ prime, powers: powersOf(65_537 % prime, prime) }));

/** Keys of other generators match this test once in some hundred million cases. */
const isRoca = (modulus: bigint): boolean =>
  rocaResidues.every(({ prime, powers }) => powers.has(Number(modulus % BigInt(prime))));

function rootOf(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

const squaresModulo64: ReadonlySet<number> = new Set(Array.from({ length: 64 }, (_, n) => (n * n) % 64));

/** Rounds of Fermat's method; normal keys would need astronomically many. */
const maxFermatRounds = 100;

/** The round in which Fermat's method finds the factors (CVE-2022-26320), or null. */
function fermatRound(modulus: bigint): number | null {
  const floor = rootOf(modulus);
  let mean = floor * floor === modulus ? floor : floor + 1n;
  for (let round = 0; round < maxFermatRounds; round += 1, mean += 1n) {
    const difference = mean * mean - modulus;
    if (!squaresModulo64.has(Number(difference & 63n))) continue;
    const root = rootOf(difference);
    if (root * root === difference) return round;
  }
  return null;
}

/** Small primes with products that fit into a machine word: one long division per batch instead of per prime. */
const primeBatches: readonly { product: bigint; primes: readonly bigint[] }[] = batchesOf(smallPrimes.map(BigInt));

function batchesOf(primes: readonly bigint[]): { product: bigint; primes: bigint[] }[] {
  const batches: { product: bigint; primes: bigint[] }[] = [];
  for (const prime of primes) {
    const last = batches.at(-1);
    if (last !== undefined && last.product * prime < 1n << 63n) {
      last.product *= prime;
      last.primes.push(prime);
    } else batches.push({ product: prime, primes: [prime] });
  }
  return batches;
}

function smallFactorOf(modulus: bigint): bigint | null {
  for (const { product, primes } of primeBatches) {
    const rest = modulus % product;
    const factor = primes.find((prime) => rest % prime === 0n);
    if (factor !== undefined) return factor;
  }
  return null;
}

/** Identifier of a modulus in lists of weak keys: the last 80 bits of SHA-1 of the output of `openssl rsa -modulus` (openssl-vulnkey(1)). */
function weakKeyName(modulus: bigint): string {
  const printed = `Modulus=${modulus.toString(16).toUpperCase()}\n`;
  return createHash('sha1').update(printed).digest('hex').slice(20);
}

/** The weakness of one RSA modulus alone, or by a list of identifiers; null: none of the known ones. */
export function weaknessOf(bytes: Uint8Array, listed: ReadonlySet<string> | null = null): KeyWeakness | null {
  const modulus = integerOf(bytes);
  if (modulus < 4n || bytes.length * 8 > maxBits) return null;
  const name = weakKeyName(modulus);
  if (listed?.has(name) === true) return { kind: 'debian', values: [name] };
  const factor = smallFactorOf(modulus);
  if (factor !== null) return { kind: 'small-factor', values: [String(factor)] };
  const round = fermatRound(modulus);
  if (round !== null) return { kind: 'close-primes', values: [String(round + 1)] };
  return isRoca(modulus) ? { kind: 'roca', values: [] } : null;
}

function gcd(a: bigint, b: bigint): bigint {
  let [high, low] = [a, b];
  while (low !== 0n) [high, low] = [low, high % low];
  return high;
}

/** Most keys tested in one audit; honest sites have fewer than ten. */
export const maxKeys = 24;

/**
 * Indexes of the moduli that share a prime with another one; equal moduli are the same key. One division by each square
 * shows what a key shares with the product of all others (Bernstein's batch method without its trees).
 */
export function sharedFactors(moduli: readonly Uint8Array[]): ReadonlySet<number> {
  const integers = moduli.slice(0, maxKeys).map((bytes) => (bytes.length * 8 > maxBits ? 0n : integerOf(bytes)));
  const distinct = new Set(integers.filter((integer) => integer >= 4n));
  const product = [...distinct].reduce((all, integer) => all * integer, 1n);
  const sharing = new Set(
    [...distinct].filter((integer) => gcd(integer, (product % (integer * integer)) / integer) !== 1n),
  );
  return new Set(integers.flatMap((integer, index) => (sharing.has(integer) ? [index] : [])));
}
