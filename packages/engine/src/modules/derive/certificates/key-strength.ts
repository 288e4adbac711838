import type { CertificateFacts } from '../../../evidence/certificates/schema.ts';

/** unknown: a size or an algorithm without a rating. */
export type KeyStrength = 'broken' | 'short' | 'good' | 'unknown';

/**
 * broken below the first, short below the second (NIST SP 800-131A, section 3; SP 800-57 part 1, table 2). An RSA
 * modulus of 256 bytes is good: some generators make keys of 2047 bits, which are as strong and accepted everywhere.
 */
const thresholds: ReadonlyMap<string, readonly [broken: number, short: number]> = new Map([
  ['rsa', [1_024, 2_041]],
  ['ec', [160, 224]],
  // DSA is short at any size: FIPS 186-5 withdrew it, and no browser supports it.
  ['dsa', [1_024, Number.POSITIVE_INFINITY]],
]);

/** Signature algorithms with fixed, sufficient key sizes. */
const modern = /^(?:ed25519|ed448|ml-dsa|slh-dsa|composite)/i;

/** Rates a public key by its algorithm and size. */
export function keyStrength({ algorithm, bits, exponent }: CertificateFacts['key']): KeyStrength {
  if (modern.test(algorithm)) return 'good';
  // With exponent 1, m^1 = m: anyone can forge signatures; an even exponent makes valid ones impossible.
  if (algorithm === 'rsa' && exponent !== null && (exponent === '1' || /[02468]$/.test(exponent))) return 'broken';
  const limits = thresholds.get(algorithm);
  if (limits === undefined || bits === null) return 'unknown';
  const [broken, short] = limits;
  return bits < broken ? 'broken' : bits < short ? 'short' : 'good';
}
