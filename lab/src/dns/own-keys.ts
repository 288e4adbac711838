import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { digestedKey, keyTagOf } from '@perimeter/protocols/dns/dnssec';
import { weakRsaKey } from '../pki/weak-keys.ts';
import type { KeyMaterial, OwnKeyPlan } from './zone.ts';

/** A key for signing zones here. */
export interface OwnKey {
  readonly algorithm: number;
  readonly tag: number;
  /** DNSKEY record data (RFC 4034 section 2.1). */
  readonly rdata: Buffer;
  readonly sign: (data: Uint8Array) => Buffer;
  /** Null: no private key exists. */
  readonly privateKey: KeyObject | null;
}

/** Bytes of a key or signature of an unknown algorithm. */
const opaqueBytes = 64;

const rsa = (modulusLength: number, publicExponent = 65_537): KeyObject =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent }).privateKey;

const makers: Readonly<Record<Exclude<KeyMaterial, 'opaque'>, () => KeyObject>> = {
  rsa512: () => rsa(512),
  rsa2048: () => rsa(2048),
  rsa4096: () => rsa(4096),
  'rsa-e3': () => rsa(2048, 3),
  'rsa-roca': () => weakRsaKey('rsa-roca'),
  'rsa-close-primes': () => weakRsaKey('rsa-close-primes'),
  p256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  p384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey,
  mldsa44: () => generateKeyPairSync('ml-dsa-44').privateKey,
};

/** Hash of the signatures by algorithm; null: the algorithm hashes itself (IANA "DNS Security Algorithm Numbers"). */
const hashes: Readonly<Record<number, string | null>> = { 8: 'sha256', 10: 'sha512', 13: 'sha256', 14: 'sha384' };

/** The public key in DNSKEY format (RFC 3110 section 2, RFC 6605 section 4). */
function publicOctets(key: KeyObject): Buffer {
  const { kty, n = '', e = '', x = '', y = '', pub } = key.export({ format: 'jwk' });
  const octets = (text: string): Buffer => Buffer.from(text, 'base64url');
  if (kty === 'RSA') return Buffer.concat([Buffer.of(octets(e).length), octets(e), octets(n)]);
  return Buffer.concat([octets(x), octets(y), octets(typeof pub === 'string' ? pub : '')]);
}

function dnskey(flags: number, algorithm: number, publicKey: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(flags >> 8, flags & 255, 3, algorithm), publicKey]);
}

/** Makes a key. */
export function makeOwnKey({ material, algorithm, flags = 256 }: OwnKeyPlan): OwnKey {
  if (material === 'opaque') {
    const rdata = dnskey(flags, algorithm, randomBytes(opaqueBytes));
    return { algorithm, tag: keyTagOf(rdata), rdata, sign: () => randomBytes(opaqueBytes), privateKey: null };
  }
  return ownKeyOf(makers[material](), algorithm, flags);
}

/** The same from a private key. */
export function ownKeyOf(key: KeyObject, algorithm: number, flags: number): OwnKey {
  const rdata = dnskey(flags, algorithm, publicOctets(key));
  const hash = hashes[algorithm] ?? null;
  return {
    privateKey: key,
    algorithm,
    tag: keyTagOf(rdata),
    rdata,
    sign: (data) => sign(hash, data, { key, dsaEncoding: 'ieee-p1363' }),
  };
}

/**
 * Flags of a zone key, and the mask of flags with a meaning (RFC 4034 section 2.1.1): the others are varied to reach a
 * key tag.
 */
const [zoneKey, meaningful] = [0x0100, 0x0181];

/** P-384 keys with the same key tag. */
export function keysOfTag(tag: number, count: number): readonly Buffer[] {
  const found: Buffer[] = [];
  while (found.length < count) {
    const octets = publicOctets(makers.p384());
    const flags = (tag - keyTagOf(dnskey(0, 14, octets)) + 0xffff) % 0xffff;
    const rdata = dnskey(flags, 14, octets);
    if ((flags & meaningful) === zoneKey && keyTagOf(rdata) === tag) found.push(rdata);
  }
  return found;
}

/** The DS record with SHA-256 (RFC 4509). */
export function ownDs(owner: string, { rdata, tag, algorithm }: OwnKey): string {
  const digest = createHash('sha256').update(digestedKey(owner, rdata)).digest('hex');
  return `${owner}. 300 IN DS ${tag} ${algorithm} 2 ${digest}\n`;
}
