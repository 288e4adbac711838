import { constants, sign } from 'node:crypto';
import { parseIpv4, parseIpv6 } from '../../dns/address.ts';
import type { KeyUsageBit } from '../extensions.ts';
import { keyUsageBits } from '../object-identifiers.data.ts';
import * as der from '../../der/writer.ts';
import * as odd from './odd-values.ts';
import { keyFor, keyIdentifierOf, pssAlgorithm, signatureAlgorithm, signBytes, type TestKey } from './keys.ts';

/** One extension: its OID, its value, whether it is critical. */
export interface TestExtension {
  oid: string;
  critical: boolean;
  value: Uint8Array;
}

/** What is written into a certificate; null leaves an extension out. */
export interface Content {
  subject: Uint8Array;
  issuer: Uint8Array;
  key: TestKey;
  signer: TestKey;
  hash: string;
  /** 1 to 3; 0 spells out version 1. */
  version: number;
  serial: Uint8Array;
  notBefore: Uint8Array;
  notAfter: Uint8Array;
  spki: Uint8Array;
  /** AlgorithmIdentifiers, where they are not those of the signer. */
  outerAlgorithm: Uint8Array | null;
  innerAlgorithm: Uint8Array | null;
  pss: boolean;
  extensions: TestExtension[];
  /** Changes the signature after it was made. */
  breakSignature: boolean;
  /** In place of a signature. */
  signature: Uint8Array | null;
}

export const ext = (oid: string, value: Uint8Array, critical = false): TestExtension => ({ oid, critical, value });

/** GeneralName of a text such as `dns:a.test`, `ip:192.0.2.1`, `email:…`, `uri:…`, `dn:CN=…`, `hex-ip:…` or `other:`. */
export function generalName(text: string): Uint8Array {
  const colon = text.indexOf(':');
  const [type, value] = [text.slice(0, colon), text.slice(colon + 1)];
  const bytes = Buffer.from(value);
  switch (type) {
    case 'dns':
      return der.primitive(2, bytes);
    case 'email':
      return der.primitive(1, bytes);
    case 'uri':
      return der.primitive(6, bytes);
    case 'ip':
      return der.primitive(7, value.includes(':') ? parseIpv6(value) : parseIpv4(value));
    case 'hex-ip':
      return der.primitive(7, Buffer.from(value, 'hex'));
    case 'dn':
      return der.constructed(4, odd.nameOfPairs(value === '' ? [] : value.split(',')));
    default:
      return der.constructed(0, der.objectIdentifier('1.3.6.1.4.1.55555.1'), der.constructed(0, der.nullValue));
  }
}

export const basicConstraints = (ca: boolean, pathLength?: number, critical = true): TestExtension =>
  ext(
    '2.5.29.19',
    der.sequence(...(ca ? [der.trueValue] : []), ...(pathLength === undefined ? [] : [der.integer(pathLength)])),
    critical,
  );

/** KeyUsage as a named bit list without trailing zeros (X.690 section 11.2.2). */
export function keyUsage(bits: readonly KeyUsageBit[], critical = true): TestExtension {
  const positions = bits.map((bit) => keyUsageBits.indexOf(bit));
  const last = Math.max(-1, ...positions);
  const bytes = new Uint8Array(Math.floor((last + 8) / 8));
  for (const position of positions) bytes[position >> 3] = (bytes[position >> 3] ?? 0) | (0x80 >> (position & 7));
  return ext('2.5.29.15', der.bitString(bytes, last < 0 ? 0 : 7 - (last & 7)), critical);
}

export const extendedKeyUsage = (...ids: readonly string[]): TestExtension =>
  ext('2.5.29.37', der.sequence(...ids.map(der.objectIdentifier)));

export const subjectAltName = (names: readonly string[], critical = false): TestExtension =>
  ext('2.5.29.17', der.sequence(...names.map(generalName)), critical);

const subtrees = (tag: number, names: readonly string[] | undefined): Uint8Array[] =>
  names === undefined ? [] : [der.constructed(tag, ...names.map((name) => der.sequence(generalName(name))))];

export const nameConstraints = (
  permitted: readonly string[] | undefined,
  excluded?: readonly string[],
  critical = true,
): TestExtension => ext('2.5.29.30', der.sequence(...subtrees(0, permitted), ...subtrees(1, excluded)), critical);

export const policies = (...ids: readonly string[]): TestExtension =>
  ext('2.5.29.32', der.sequence(...ids.map((id) => der.sequence(der.objectIdentifier(id)))));

export const subjectKeyId = (spki: Uint8Array, critical = false): TestExtension =>
  ext('2.5.29.14', der.octetString(keyIdentifierOf(spki)), critical);

export const authorityKeyId = (spki: Uint8Array, critical = false): TestExtension =>
  ext('2.5.29.35', der.sequence(der.primitive(0, keyIdentifierOf(spki))), critical);

/** Writes one Extension (RFC 5280 section 4.1). */
export const writeExtension = ({ oid, critical, value }: TestExtension): Uint8Array =>
  der.sequence(der.objectIdentifier(oid), ...(critical ? [der.trueValue] : []), der.octetString(value));

function writeTbs(content: Content, algorithm: Uint8Array): Uint8Array {
  const { version, extensions } = content;
  return der.sequence(
    ...(version === 1 ? [] : [der.constructed(0, der.integer(Math.max(0, version - 1)))]),
    content.serial,
    content.innerAlgorithm ?? algorithm,
    content.issuer,
    der.sequence(content.notBefore, content.notAfter),
    content.subject,
    content.spki,
    ...(extensions.length === 0 ? [] : [der.constructed(3, der.sequence(...extensions.map(writeExtension)))]),
  );
}

function signature({ signer, hash, pss, signature: given }: Content, tbs: Uint8Array): Uint8Array {
  if (given !== null) return given;
  if (!pss) return signBytes(signer, hash, tbs);
  const options = { key: signer.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  return new Uint8Array(sign('sha256', tbs, options));
}

/** Writes and signs a certificate. */
export function writeCertificate(content: Content): Uint8Array {
  const { signer, hash, pss, outerAlgorithm } = content;
  const algorithm = pss ? pssAlgorithm('2.16.840.1.101.3.4.2.1', 32) : signatureAlgorithm(signer, hash);
  const tbs = writeTbs(content, algorithm);
  const signed = signature(content, tbs);
  if (content.breakSignature) signed[signed.length - 1] = (signed.at(-1) ?? 0) ^ 1;
  return der.sequence(tbs, outerAlgorithm ?? algorithm, der.bitString(signed));
}

/** Content of a certificate without extensions, in order from 2025 to 2030. */
export function plainContent(subject: string, issuer: string, kind = 'ec:P-256', issuerKind = 'ec:P-256'): Content {
  const key = keyFor(kind, subject);
  return {
    subject: odd.nameOfPairs(subject === '' ? [] : subject.split(',')),
    issuer: odd.nameOfPairs(issuer === '' ? [] : issuer.split(',')),
    key,
    signer: keyFor(issuerKind, issuer),
    hash: 'sha256',
    version: 3,
    serial: odd.integerOctets(Uint8Array.of(0x4d, ...keyIdentifierOf(key.spki).subarray(0, 15))),
    notBefore: odd.timeOf('2025-01-01T00:00:00Z'),
    notAfter: odd.timeOf('2030-01-01T00:00:00Z'),
    spki: key.spki,
    outerAlgorithm: null,
    innerAlgorithm: null,
    pss: false,
    extensions: [],
    breakSignature: false,
    signature: null,
  };
}
