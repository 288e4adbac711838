import { describeSignature } from '../../x509/algorithm-identifier.ts';
import { sameBytes } from '../../bytes.ts';
import { tags } from '../../der/reader.ts';
import type { ParsedCertificate } from '../../x509/certificate.ts';
import { type PathProblem, problemOf } from '../problems.ts';
import { rsaEncryption } from '../../x509/algorithms.data.ts';

/**
 * The Baseline Requirements section 6.1.5: RSA of at least 2048 bits, and the curves P-256, P-384 and P-521. For RSA,
 * Apple's verifier compares bytes (256, so 2041 bits), and Chrome and Firefox accept 1024 bits: some browsers reject
 * less than 256 bytes.
 */
const minRsaBits = 2048;
const minRsaOctets = minRsaBits / 8;
const minCurveBits = 256;
const curves: ReadonlySet<string> = new Set(['P-256', 'P-384', 'P-521']);

/** Key types that verifiers support besides RSA and EC; browsers do not support them yet, or no longer, which is a separate remark. */
const otherKeys: ReadonlySet<string> = new Set(['ed25519', 'ed448', 'ml-dsa-44', 'ml-dsa-65', 'ml-dsa-87']);

/** Hashes with practical or nearly practical collisions. */
const brokenHashes: ReadonlySet<string> = new Set(['md2', 'md4', 'md5', 'sha1']);

/** The Baseline Requirements section 7.1.3.2 allow no others (SHA-224, SHA-3), and no browser verifies them; none: Ed25519 and its like. */
const browserHashes: ReadonlySet<string> = new Set(['sha256', 'sha384', 'sha512', 'none']);

/** The parameters of rsaEncryption (RFC 3279 section 2.3.1); Chrome and Firefox refuse anything else. */
const explicitNull = Uint8Array.of(tags.null, 0);

function parameterProblems(certificate: ParsedCertificate): PathProblem[] {
  const { oid, parameters } = certificate.spki.algorithm;
  const isWrong = oid === rsaEncryption && (parameters === null || !sameBytes(parameters, explicitNull));
  return isWrong ? [problemOf('key-parameters', certificate, 'RSA', 'NULL')] : [];
}

/** What is wrong with the strength of a certificate's key. */
export function keyProblems(certificate: ParsedCertificate): PathProblem[] {
  const { publicKey: key, keyFault } = certificate;
  if (keyFault !== null)
    return [
      problemOf('key-unreadable', certificate),
      ...('exponent' in key || 'curve' in key ? sizeProblems(certificate) : []),
    ];
  return sizeProblems(certificate);
}

function sizeProblems(certificate: ParsedCertificate): PathProblem[] {
  const { publicKey: key } = certificate;
  if ('exponent' in key) {
    const isShort = Math.ceil(key.bits / 8) < minRsaOctets;
    const even = key.exponent < 3n || key.exponent % 2n === 0n;
    return [
      ...(isShort ? [problemOf('rsa-short', certificate, key.bits, minRsaBits)] : []),
      ...(!isShort && key.bits % 8 !== 0 ? [problemOf('rsa-uneven', certificate, key.bits)] : []),
      ...parameterProblems(certificate),
      ...(even ? [problemOf('rsa-exponent', certificate, key.exponent)] : []),
    ];
  }
  if ('curve' in key) {
    if (key.curve === 'explicit') return [problemOf('curve-explicit', certificate)];
    if (curves.has(key.curve)) return [];
    return key.bits !== null && key.bits < minCurveBits
      ? [problemOf('curve-short', certificate, key.curve, minCurveBits)]
      : [problemOf('curve-unknown', certificate, key.curve)];
  }
  return otherKeys.has(key.algorithm) ? [] : [problemOf('key-unknown', certificate, key.algorithm)];
}

/** What is wrong with the strength of the signature over a certificate, which is no trust anchor. */
export function signatureProblems(certificate: ParsedCertificate): PathProblem[] {
  const { name, hash } = describeSignature(certificate.signatureAlgorithm);
  if (brokenHashes.has(hash)) return [problemOf('hash-broken', certificate, name, hash)];
  return browserHashes.has(hash) ? [] : [problemOf('signature-unknown', certificate, name)];
}
