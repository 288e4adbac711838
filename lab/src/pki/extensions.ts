import type { KeyObject } from 'node:crypto';
import {
  bitString,
  constructed,
  encodeDer,
  integer,
  objectIdentifier,
  octetString,
  primitive,
  sequence,
  trueValue,
} from '@perimeter/protocols/der/writer';
import { writeExtension } from '@perimeter/protocols/x509/write-extension';

/** Bits of the KeyUsage extension, in their order (RFC 5280 section 4.2.1.3). */
const keyUsageBits = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
] as const;

/** A permitted use of a key, by its bit. */
export type KeyUsage = (typeof keyUsageBits)[number];

/** Object identifiers of extended uses (RFC 5280 section 4.2.1.12). */
export const purpose = {
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const;

/** BasicConstraints (RFC 5280 section 4.2.1.9); FALSE is the default and left out. */
export function basicConstraints(ca: boolean, pathLength?: number): Uint8Array {
  const members = [...(ca ? [trueValue] : []), ...(pathLength === undefined ? [] : [integer(pathLength)])];
  return writeExtension('2.5.29.19', sequence(...members), true);
}

/** KeyUsage; trailing zero bits are cut, as DER wants for named bits (X.690 section 11.2.2). */
export function keyUsage(uses: readonly KeyUsage[]): Uint8Array {
  const positions = uses.map((use) => keyUsageBits.indexOf(use));
  const octet = positions.reduce((sum, position) => sum | (0x80 >> position), 0);
  return writeExtension('2.5.29.15', bitString(Buffer.from([octet]), 7 - Math.max(...positions)), true);
}

/** ExtKeyUsage. */
export const extendedKeyUsage = (purposes: readonly string[]): Uint8Array =>
  writeExtension('2.5.29.37', sequence(...purposes.map(objectIdentifier)));

/** SubjectAltName; a name that is an IPv4 address becomes an iPAddress. */
export function subjectAltName(names: readonly string[]): Uint8Array {
  return writeExtension('2.5.29.17', sequence(...names.map(generalName)));
}

function generalName(name: string): Uint8Array {
  const isAddress = /^\d+\.\d+\.\d+\.\d+$/.test(name);
  return isAddress ? primitive(7, Buffer.from(name.split('.').map(Number))) : primitive(2, Buffer.from(name));
}

/** NameConstraints over DNS names (RFC 5280 section 4.2.1.10). */
export function nameConstraints(permitted: readonly string[], excluded: readonly string[]): Uint8Array {
  const subtrees = (tag: number, names: readonly string[]): readonly Uint8Array[] =>
    names.length === 0 ? [] : [constructed(tag, ...names.map((name) => sequence(primitive(2, Buffer.from(name)))))];
  return writeExtension('2.5.29.30', sequence(...subtrees(0, permitted), ...subtrees(1, excluded)), true);
}

/** TLS feature status_request: the certificate is void without a staple (RFC 7633). */
export const mustStaple = writeExtension('1.3.6.1.5.5.7.1.24', sequence(integer(5)));

/** An unknown critical extension, which every verifier must reject (RFC 5280 section 4.2). */
export const unknownCritical = writeExtension('1.3.6.1.4.1.32473.1', octetString(Buffer.from('?')), true);

/** CertificatePolicies: domain validated (CA/Browser Forum). */
export const domainValidated = writeExtension('2.5.29.32', sequence(sequence(objectIdentifier('2.23.140.1.2.1'))));

/** Where to learn more: the issuer's certificate, and who answers for the status. */
export function authorityInformation(
  certificateUrl: string | undefined,
  ocspUrl: string | undefined,
): readonly Uint8Array[] {
  const access = (method: string, url: string | undefined): readonly Uint8Array[] =>
    url === undefined ? [] : [sequence(objectIdentifier(method), encodeDer(0x86, Buffer.from(url)))];
  const descriptions = [...access('1.3.6.1.5.5.7.48.1', ocspUrl), ...access('1.3.6.1.5.5.7.48.2', certificateUrl)];
  return descriptions.length === 0 ? [] : [writeExtension('1.3.6.1.5.5.7.1.1', sequence(...descriptions))];
}

/** Where the list of revoked certificates is (RFC 5280 section 4.2.1.13). */
export function revocationList(url: string | undefined): readonly Uint8Array[] {
  if (url === undefined) return [];
  const point = sequence(constructed(0, constructed(0, encodeDer(0x86, Buffer.from(url)))));
  return [writeExtension('2.5.29.31', sequence(point))];
}

/** The uses that a server's key has by its kind. */
export const serverKeyUsage = (key: KeyObject): readonly KeyUsage[] =>
  key.asymmetricKeyType === 'rsa' ? ['digitalSignature', 'keyEncipherment'] : ['digitalSignature'];
