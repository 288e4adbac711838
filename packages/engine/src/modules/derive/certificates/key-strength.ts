import type { CertificateFacts } from '../../../evidence/certificates/schema.ts';

/** unknown: a size or an algorithm that we cannot weigh. */
export type KeyStrength = 'broken' | 'short' | 'good' | 'unknown';

/**
 * broken below the first, short below the second (NIST SP 800-131A, section 3; SP 800-57 part 1, table 2). RSA of 256
 * octets is good: some generators make keys of 2047 bits, which are as strong and accepted everywhere.
 */
const thresholds: ReadonlyMap<string, readonly [broken: number, short: number]> = new Map([
  ['rsa', [1_024, 2_041]],
  ['ec', [160, 224]],
  // DSA is short whatever its size: FIPS 186-5 withdrew it, and no browser takes it.
  ['dsa', [1_024, Number.POSITIVE_INFINITY]],
]);

/** Signature keys whose sizes are fixed, and fit. */
const modern = /^(?:ed25519|ed448|ml-dsa|slh-dsa|composite)/i;

/** Weighs a public key by its kind and size. */
export function keyStrength({ algorithm, bits, exponent }: CertificateFacts['key']): KeyStrength {
  if (modern.test(algorithm)) return 'good';
  // m^1 = m: anybody makes signatures of such a key; with an even exponent nobody can.
  if (algorithm === 'rsa' && exponent !== null && (exponent === '1' || /[02468]$/.test(exponent))) return 'broken';
  const limits = thresholds.get(algorithm);
  if (limits === undefined || bits === null) return 'unknown';
  const [broken, short] = limits;
  return bits < broken ? 'broken' : bits < short ? 'short' : 'good';
}
