import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Dnskey } from '@perimeter/protocols/dns/dnssec';
import { ByteReader } from '@perimeter/protocols/byte-reader';
import { ProtocolError } from '@perimeter/protocols/protocol-error';

/** RSA moduli have at most 4096 bits (RFC 3110 section 2, RFC 5702 section 2); larger ones only cost time. */
const maxModulusBytes = 512;
/** Longer exponents are legal but unused in practice, and slow to verify. */
const maxExponentBytes = 8;

interface Algorithm {
  hash: 'sha1' | 'sha256' | 'sha384' | 'sha512' | null;
  jwk: (publicKey: Uint8Array) => Record<string, string> | null;
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** The algorithms whose keys are RSA. */
const rsaAlgorithms = new Set([5, 7, 8, 10]);

function readRsa(publicKey: Uint8Array): { exponent: Uint8Array; modulus: Uint8Array } {
  const reader = new ByteReader(publicKey);
  const short = reader.u8();
  const exponent = reader.take(short === 0 ? reader.u16() : short);
  return { exponent, modulus: reader.rest() };
}

const isTooLong = ({ exponent, modulus }: { exponent: Uint8Array; modulus: Uint8Array }): boolean =>
  exponent.length > maxExponentBytes || modulus.length > maxModulusBytes;

/** RSA keys: exponent with its length before it, then the modulus (RFC 3110 section 2). */
function rsaJwk(publicKey: Uint8Array): Record<string, string> | null {
  const { exponent, modulus } = readRsa(publicKey);
  if (isTooLong({ exponent, modulus }) || modulus.length === 0) return null;
  return { kty: 'RSA', e: base64url(exponent), n: base64url(modulus) };
}

/** Exponent and modulus of an RSA key; null for other keys and where it cannot be read. */
export function rsaKeyOf({ algorithm, publicKey }: Dnskey): { exponent: Uint8Array; modulus: Uint8Array } | null {
  if (!rsaAlgorithms.has(algorithm)) return null;
  try {
    return readRsa(publicKey);
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/** True for a key that other validators may support, but that is too slow to verify here: no conclusion follows. */
export function isBeyondLimits(key: Dnskey): boolean {
  const rsa = rsaKeyOf(key);
  return rsa !== null && isTooLong(rsa);
}

/** Curve points: x and y side by side (RFC 6605 section 4). */
const curveJwk = (crv: string, coordinateBytes: number) => (publicKey: Uint8Array) =>
  publicKey.length === 2 * coordinateBytes
    ? {
        kty: 'EC',
        crv,
        x: base64url(publicKey.subarray(0, coordinateBytes)),
        y: base64url(publicKey.subarray(coordinateBytes)),
      }
    : null;

/** The key as it is (RFC 8080 section 3). */
const edwardsJwk = (crv: string) => (publicKey: Uint8Array) => ({ kty: 'OKP', crv, x: base64url(publicKey) });

/** The key as it is (FIPS 204 section 4); the registry's number is that of the draft that most validators follow. */
const latticeJwk = (publicKey: Uint8Array) => ({ kty: 'AKP', alg: 'ML-DSA-44', pub: base64url(publicKey) });

/** Algorithms that are verified here (IANA registry "DNS Security Algorithm Numbers"). */
const algorithms: ReadonlyMap<number, Algorithm> = new Map<number, Algorithm>([
  [5, { hash: 'sha1', jwk: rsaJwk }], // RSASHA1, RFC 3110
  [7, { hash: 'sha1', jwk: rsaJwk }], // RSASHA1-NSEC3-SHA1, RFC 5155 section 2
  [8, { hash: 'sha256', jwk: rsaJwk }], // RSASHA256, RFC 5702
  [10, { hash: 'sha512', jwk: rsaJwk }], // RSASHA512, RFC 5702
  [13, { hash: 'sha256', jwk: curveJwk('P-256', 32) }], // ECDSAP256SHA256, RFC 6605
  [14, { hash: 'sha384', jwk: curveJwk('P-384', 48) }], // ECDSAP384SHA384, RFC 6605
  [15, { hash: null, jwk: edwardsJwk('Ed25519') }], // ED25519, RFC 8080
  [16, { hash: null, jwk: edwardsJwk('Ed448') }], // ED448, RFC 8080
  [18, { hash: null, jwk: latticeJwk }], // ML-DSA-44
]);

/** Digests of DS records that are computed here: SHA-1, SHA-256, SHA-384 (RFC 4034, RFC 4509, RFC 6605). */
const digests: ReadonlyMap<number, string> = new Map([
  [1, 'sha1'],
  [2, 'sha256'],
  [4, 'sha384'],
]);

export const isKnownAlgorithm = (algorithm: number): boolean => algorithms.has(algorithm);
export const isKnownDigest = (digestType: number): boolean => digests.has(digestType);

/** Digest of a kind that {@link isKnownDigest} knows; null for others. */
export function digestOf(digestType: number, bytes: Uint8Array): Uint8Array | null {
  const hash = digests.get(digestType);
  return hash === undefined ? null : createHash(hash).update(bytes).digest();
}

/** The key for node:crypto; null where it is malformed, too large, or of an unknown algorithm. */
function keyObjectOf({ algorithm, publicKey }: Dnskey): KeyObject | null {
  try {
    const jwk = algorithms.get(algorithm)?.jwk(publicKey) ?? null;
    return jwk === null ? null : createPublicKey({ key: jwk, format: 'jwk' });
  } catch (error) {
    // node:crypto throws various errors for a point that is not on its curve or for an invalid modulus.
    if (error instanceof ProtocolError || error instanceof Error) return null;
    throw error;
  }
}

/** True where the key made the signature; false also where the key cannot be used. */
export function verifiesWith(key: Dnskey, data: Uint8Array, signature: Uint8Array): boolean {
  const object = keyObjectOf(key);
  const algorithm = algorithms.get(key.algorithm);
  if (object === null || algorithm === undefined) return false;
  try {
    return verify(algorithm.hash, data, { key: object, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    return false;
  }
}
