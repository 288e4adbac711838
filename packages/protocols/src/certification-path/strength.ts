import { describeSignature } from '../x509/algorithm-identifier.ts';
import type { ParsedCertificate } from '../x509/certificate.ts';
import { type PathProblem, problemOf } from './problems.ts';

/** The Baseline Requirements section 6.1.5: RSA of 2048 bits at least, and the curves P-256, P-384 and P-521. */
const minRsaBits = 2048;
const minCurveBits = 256;
const curves: ReadonlySet<string> = new Set(['P-256', 'P-384', 'P-521']);

/** Keys that verifiers know beside RSA and EC; browsers do not take them yet, or any more, which is a remark elsewhere. */
const otherKeys: ReadonlySet<string> = new Set(['ed25519', 'ed448', 'ml-dsa-44', 'ml-dsa-65', 'ml-dsa-87']);

/** Hashes whose collisions can be computed, or nearly so. */
const brokenHashes: ReadonlySet<string> = new Set(['md2', 'md4', 'md5', 'sha1']);

/** The Baseline Requirements section 7.1.3.2 allow no others (SHA-224, SHA-3), and no browser verifies them; none: Ed25519 and its like. */
const browserHashes: ReadonlySet<string> = new Set(['sha256', 'sha384', 'sha512', 'none']);

/** What is wrong with the strength of a certificate's key. */
export function keyProblems(certificate: ParsedCertificate): PathProblem[] {
  const { publicKey: key } = certificate;
  const problem = (
    code: 'weak-key' | 'unknown-algorithm' | 'profile' | 'strict-profile',
    detail: string,
  ): PathProblem => problemOf(code, certificate, detail);
  if (key === null) return [problemOf('malformed', certificate, 'The public key is not what its algorithm asks for')];
  if ('exponent' in key) {
    const even = key.exponent < 3n || key.exponent % 2n === 0n;
    return [
      ...(key.bits < minRsaBits ? [problem('weak-key', `RSA key of ${key.bits} bits, less than ${minRsaBits}`)] : []),
      ...(key.bits >= minRsaBits && key.bits % 8 !== 0
        ? [problem('strict-profile', `RSA key of ${key.bits} bits, which is no multiple of 8`)]
        : []),
      ...(even
        ? [problem('weak-key', `RSA key with the public exponent ${key.exponent}, not an odd number from 3 on`)]
        : []),
    ];
  }
  if ('curve' in key) {
    if (key.curve === 'explicit') return [problem('profile', 'EC key whose curve is spelt out, not named')];
    if (curves.has(key.curve)) return [];
    return key.bits !== null && key.bits < minCurveBits
      ? [problem('weak-key', `EC key on ${key.curve}, of less than ${minCurveBits} bits`)]
      : [problem('unknown-algorithm', `EC key on ${key.curve}, which browsers do not know`)];
  }
  return otherKeys.has(key.algorithm)
    ? []
    : [problem('unknown-algorithm', `Key of the algorithm ${key.algorithm}, which browsers do not know`)];
}

/** What is wrong with the strength of the signature over a certificate, which is no trust anchor. */
export function signatureProblems(certificate: ParsedCertificate): PathProblem[] {
  const { name, hash } = describeSignature(certificate.signatureAlgorithm);
  if (brokenHashes.has(hash)) return [problemOf('weak-signature', certificate, `Signed with ${name} (${hash})`)];
  return !browserHashes.has(hash)
    ? [problemOf('unknown-algorithm', certificate, `Signed with ${name}, which browsers do not know`)]
    : [];
}
