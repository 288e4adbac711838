import { createHash, createPublicKey, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import {
  bitString,
  context,
  contextPrimitive,
  integer,
  nothing,
  octetString,
  oid,
  sequence,
  set,
  time,
  tlv,
  unsigned,
  utf8,
  yes,
} from './der.ts';

/** A digest for a signature; Ed25519 keys have their own and ignore it. */
export type Digest = 'sha256' | 'sha384' | 'sha1' | 'md5';

/** Who signs: a name, a key, and what a relying party may fetch about the signer. */
export interface Issuer {
  readonly commonName: string;
  readonly key: KeyObject;
  readonly certificateUrl?: string;
}

/** What stands in a certificate. */
export interface CertificateContent {
  readonly commonName: string;
  readonly publicKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly role: 'authority' | 'server';
  readonly dnsNames?: readonly string[];
  readonly mustStaple?: boolean;
}

/** A signed certificate in DER (RFC 5280). */
export function signCertificate(content: CertificateContent, issuer: Issuer, digest: Digest = 'sha256'): Buffer {
  const algorithm = signatureAlgorithm(issuer.key, digest);
  const signed = sequence(
    context(0, integer(2)),
    unsigned(Buffer.concat([Buffer.from([0x4c]), randomBytes(15)])),
    algorithm,
    commonName(issuer.commonName),
    sequence(time(content.notBefore), time(content.notAfter)),
    commonName(content.commonName),
    spki(content.publicKey),
    context(3, sequence(...extensions(content, issuer))),
  );
  return sequence(signed, algorithm, bitString(signature(issuer.key, digest, signed)));
}

/** AlgorithmIdentifier of a signature by this key. */
export function signatureAlgorithm(key: KeyObject, digest: Digest): Buffer {
  if (key.asymmetricKeyType === 'ed25519') return sequence(oid('1.3.101.112'));
  if (key.asymmetricKeyType === 'ec') return sequence(oid(`1.2.840.10045.4.3.${digest === 'sha384' ? 3 : 2}`));
  const rsa = { md5: 4, sha1: 5, sha256: 11, sha384: 12 }[digest];
  return sequence(oid(`1.2.840.113549.1.1.${rsa}`), nothing);
}

/** A signature over DER, as a certificate or an OCSP response carries it. */
export function signature(key: KeyObject, digest: Digest, signed: Uint8Array): Buffer {
  return sign(key.asymmetricKeyType === 'ed25519' ? null : digest, signed, key);
}

/** A Name with nothing but a common name. */
export function commonName(name: string): Buffer {
  return sequence(set(sequence(oid('2.5.4.3'), utf8(name))));
}

/** SHA-1 of the public key's bits: the usual key identifier (RFC 5280 section 4.2.1.2, method 1). */
export function keyIdentifier(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(publicKeyBits(spki(key)))
    .digest();
}

function spki(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return publicKey.export({ type: 'spki', format: 'der' });
}

/** The content of the BIT STRING that ends a SubjectPublicKeyInfo, found by walking over its two members. */
function publicKeyBits(info: Buffer): Buffer {
  const outer = element(info, 0);
  const algorithm = element(info, outer.start);
  const bits = element(info, algorithm.end);
  return info.subarray(bits.start + 1, bits.end);
}

function element(der: Buffer, offset: number): { start: number; end: number } {
  const first = der.readUInt8(offset + 1);
  const lengthSize = first < 0x80 ? 0 : first & 0x7f;
  const length = lengthSize === 0 ? first : der.readUIntBE(offset + 2, lengthSize);
  const start = offset + 2 + lengthSize;
  return { start, end: start + length };
}

const extension = (id: string, value: Uint8Array, critical = false): Buffer =>
  sequence(oid(id), ...(critical ? [yes] : []), octetString(value));

function extensions(content: CertificateContent, issuer: Issuer): readonly Buffer[] {
  const identifiers = [
    extension('2.5.29.14', octetString(keyIdentifier(content.publicKey))),
    extension('2.5.29.35', sequence(contextPrimitive(0, keyIdentifier(issuer.key)))),
  ];
  return content.role === 'authority'
    ? [...authorityExtensions(), ...identifiers]
    : [...serverExtensions(content), ...identifiers, ...accessExtension(issuer)];
}

function authorityExtensions(): readonly Buffer[] {
  const certificateAndCrlSign = bitString(Buffer.from([0x06]), 1);
  return [extension('2.5.29.19', sequence(yes), true), extension('2.5.29.15', certificateAndCrlSign, true)];
}

function serverExtensions(content: CertificateContent): readonly Buffer[] {
  const digitalSignature =
    content.publicKey.asymmetricKeyType === 'rsa'
      ? bitString(Buffer.from([0xa0]), 5)
      : bitString(Buffer.from([0x80]), 7);
  const names = (content.dnsNames ?? []).map((name) => contextPrimitive(2, Buffer.from(name)));
  const domainValidated = sequence(sequence(oid('2.23.140.1.2.1')));
  return [
    extension('2.5.29.15', digitalSignature, true),
    extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.32', domainValidated),
    ...(names.length > 0 ? [extension('2.5.29.17', sequence(...names))] : []),
    ...(content.mustStaple === true ? [extension('1.3.6.1.5.5.7.1.24', sequence(integer(5)))] : []),
  ];
}

function accessExtension(issuer: Issuer): readonly Buffer[] {
  if (issuer.certificateUrl === undefined) return [];
  const location = tlv(0x86, Buffer.from(issuer.certificateUrl));
  return [extension('1.3.6.1.5.5.7.1.1', sequence(sequence(oid('1.3.6.1.5.5.7.48.2'), location)))];
}
