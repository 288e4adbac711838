import { createHash, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto';
import {
  bitString,
  constructed,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  primitive,
  sequence,
  setOf,
  time,
  unsignedInteger,
  utf8String,
} from '@perimeter/protocols/der/writer';
import * as extensions from './extensions.ts';
import type { KeyUsage } from './extensions.ts';
import { writeExtension } from '@perimeter/protocols/x509/write-extension';

/** A digest for a signature; Ed25519 keys have their own and ignore it. */
export type Digest = 'sha256' | 'sha384' | 'sha1' | 'md5';

/** Who signs: a name, a key, and what a relying party may fetch about the signer and what it signed. */
export interface Issuer {
  readonly commonName: string;
  readonly key: KeyObject;
  readonly certificateUrl?: string | undefined;
  readonly revocationUrl?: string | undefined;
  readonly statusUrl?: string | undefined;
}

/** The content of a certificate; omitted parts follow the Baseline Requirements. */
export interface CertificateContent {
  readonly commonName: string;
  readonly publicKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly role: 'authority' | 'server' | 'responder';
  /** DNS names, and IPv4 addresses. */
  readonly dnsNames?: readonly string[];
  readonly mustStaple?: boolean;
  /** 1: no extensions at all. */
  readonly version?: 1;
  readonly serial?: Uint8Array;
  /** CA:TRUE or CA:FALSE against its role. */
  readonly authority?: boolean;
  readonly pathLength?: number;
  readonly keyUsage?: readonly KeyUsage[];
  /** Object identifiers. */
  readonly extendedKeyUsage?: readonly string[];
  readonly permittedNames?: readonly string[];
  readonly unknownCritical?: boolean;
  /** SubjectPublicKeyInfo for keys that OpenSSL does not write like this. */
  readonly publicKeyInfo?: Uint8Array;
  /** Signs timestamps over what is to be signed (RFC 6962 section 3.2); answers with the extension. */
  readonly timestamps?: (issuer: Issuer, signed: Uint8Array) => Uint8Array;
}

/** A signed certificate in DER (RFC 5280). */
export function signCertificate(content: CertificateContent, issuer: Issuer, digest: Digest = 'sha256'): Buffer {
  const algorithm = signatureAlgorithm(issuer.key, digest);
  const serial = unsignedInteger(content.serial ?? Buffer.concat([Buffer.from([0x4c]), randomBytes(15)]));
  const toBeSigned = (own: readonly Uint8Array[]): Uint8Array =>
    sequence(
      ...(content.version === 1 ? [] : [constructed(0, integer(2))]),
      serial,
      algorithm,
      commonName(issuer.commonName),
      sequence(timeOf(content.notBefore), timeOf(content.notAfter)),
      commonName(content.commonName),
      content.publicKeyInfo ?? spki(content.publicKey),
      ...(content.version === 1 ? [] : [constructed(3, sequence(...own))]),
    );
  const own = extensionsOf(content, issuer);
  const timestamps = content.timestamps?.(issuer, toBeSigned(own));
  const signed = toBeSigned(timestamps === undefined ? own : [...own, timestamps]);
  return Buffer.from(sequence(signed, algorithm, bitString(signature(issuer.key, digest, signed))));
}

/** AlgorithmIdentifier of a signature by this key. */
export function signatureAlgorithm(key: KeyObject, digest: Digest): Uint8Array {
  if (key.asymmetricKeyType === 'ed25519') return sequence(objectIdentifier('1.3.101.112'));
  const ecdsa = { md5: '1', sha1: '1', sha256: '3.2', sha384: '3.3' }[digest];
  if (key.asymmetricKeyType === 'ec') return sequence(objectIdentifier(`1.2.840.10045.4.${ecdsa}`));
  const rsa = { md5: 4, sha1: 5, sha256: 11, sha384: 12 }[digest];
  return sequence(objectIdentifier(`1.2.840.113549.1.1.${rsa}`), nullValue);
}

/** A signature over DER, as a certificate or an OCSP response carries it. */
export function signature(key: KeyObject, digest: Digest, signed: Uint8Array): Buffer {
  return sign(key.asymmetricKeyType === 'ed25519' ? null : digest, signed, key);
}

/** An instant as certificates and lists write it. */
export const timeOf = (at: Date): Uint8Array => time(at.getTime() / 1000);

/** A Name with nothing but a common name. */
export function commonName(name: string): Uint8Array {
  return sequence(setOf(sequence(objectIdentifier('2.5.4.3'), utf8String(name))));
}

/** SHA-1 of the public key's bits: the usual key identifier (RFC 5280 section 4.2.1.2, method 1). */
export function keyIdentifier(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(publicKeyBits(spki(key)))
    .digest();
}

/** SubjectPublicKeyInfo of a public key, or of the public half of a private one. */
export function spki(key: KeyObject): Buffer {
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

/** Where the content of the element at this offset starts and ends. */
export function element(der: Buffer, offset: number): { start: number; end: number } {
  const first = der.readUInt8(offset + 1);
  const lengthSize = first < 0x80 ? 0 : first & 0x7f;
  const length = lengthSize === 0 ? first : der.readUIntBE(offset + 2, lengthSize);
  const start = offset + 2 + lengthSize;
  return { start, end: start + length };
}

function extensionsOf(content: CertificateContent, issuer: Issuer): readonly Uint8Array[] {
  const { dnsNames = [], permittedNames = [] } = content;
  return [
    ...roleExtensions(content),
    ...(dnsNames.length > 0 ? [extensions.subjectAltName(dnsNames)] : []),
    ...(permittedNames.length > 0 ? [extensions.nameConstraints(permittedNames, [])] : []),
    ...(content.mustStaple === true ? [extensions.mustStaple] : []),
    ...(content.unknownCritical === true ? [extensions.unknownCritical] : []),
    writeExtension('2.5.29.14', octetString(keyIdentifier(content.publicKey))),
    writeExtension('2.5.29.35', sequence(primitive(0, keyIdentifier(issuer.key)))),
    ...extensions.authorityInformation(issuer.certificateUrl, issuer.statusUrl),
    ...extensions.revocationList(issuer.revocationUrl),
  ];
}

function roleExtensions(content: CertificateContent): readonly Uint8Array[] {
  const { role, authority, pathLength } = content;
  const isAuthority = authority ?? role === 'authority';
  const basic = isAuthority || authority === false ? [extensions.basicConstraints(isAuthority, pathLength)] : [];
  const uses =
    content.keyUsage ??
    (role === 'authority' ? ['keyCertSign', 'cRLSign'] : extensions.serverKeyUsage(content.publicKey));
  const purposes =
    content.extendedKeyUsage ??
    { authority: [], server: [extensions.purpose.serverAuth], responder: [extensions.purpose.ocspSigning] }[role];
  return [
    ...basic,
    extensions.keyUsage(uses),
    ...(purposes.length > 0 ? [extensions.extendedKeyUsage(purposes)] : []),
    ...(role === 'server' ? [extensions.domainValidated] : []),
  ];
}
