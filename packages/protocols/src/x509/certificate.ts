import { ProtocolError } from '../protocol-error.ts';
import { readAlgorithm } from './algorithm-identifier.ts';
import { type DecodedExtensions, decodeExtensions, type Extension } from './certificate-extensions.ts';
import type { CertificateFields } from './certificate-fields.ts';
import { constructedTag, contextTag, DerReader, tags } from '../der/reader.ts';
import { readName } from './distinguished-name.ts';
import { type PublicKey, type PublicKeyInfo, readPublicKey, readPublicKeyInfo } from './public-key.ts';
import { readTime } from '../der/time.ts';

/** A certificate that could be read, its extensions decoded. */
export interface ParsedCertificate extends CertificateFields, DecodedExtensions {}

/** Longer certificates are not read: the longest honest ones have some hundred kilobytes of names. */
const maxBytes = 1_048_576;

/** More extensions than any certificate has. */
const maxExtensions = 200;

function readVersion(tbs: DerReader): number {
  const explicit = tbs.optional(constructedTag(0), 'version');
  if (explicit === null) return 1;
  const version = explicit.small('version', 2) + 1;
  explicit.expectEnd('version');
  // X.690 section 11.5: the default is not encoded.
  if (version === 1) throw new ProtocolError('version spells out its default v1', tbs.offset);
  return version;
}

function readExtension(reader: DerReader): Extension {
  const extension = reader.enter(tags.sequence, 'An extension');
  const oid = extension.objectIdentifier('The type of an extension');
  const given = extension.nextTag === tags.boolean;
  const critical = given && extension.boolean('critical');
  const value = extension.octetString('The value of an extension');
  extension.expectEnd('An extension');
  if (given && !critical) throw new ProtocolError('critical spells out its default FALSE', extension.offset);
  return { oid, critical, value };
}

function readExtensions(tbs: DerReader): Extension[] {
  const explicit = tbs.optional(constructedTag(3), 'extensions');
  if (explicit === null) return [];
  const extensions = explicit.enter(tags.sequence, 'extensions').list(readExtension, 'The list of extensions');
  explicit.expectEnd('extensions');
  if (extensions.length > maxExtensions) throw new ProtocolError(`${extensions.length} extensions`, tbs.offset);
  return extensions;
}

function readUniqueId(tbs: DerReader, number: number): boolean {
  const tag = contextTag(number);
  if (tbs.nextTag !== tag) return false;
  tbs.bitString('A unique identifier', tag);
  return true;
}

function readKey(spki: PublicKeyInfo): PublicKey | null {
  try {
    return readPublicKey(spki);
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

type TbsFields = Omit<CertificateFields, 'der' | 'tbs' | 'signatureAlgorithm' | 'signature'>;

function readTbs(tbs: DerReader): TbsFields {
  const version = readVersion(tbs);
  const serialNumber = tbs.integer('serialNumber');
  const innerSignatureAlgorithm = readAlgorithm(tbs, 'signature');
  const issuer = readName(tbs, 'issuer');
  const period = tbs.enter(tags.sequence, 'validity');
  const times = { notBefore: readTime(period, 'notBefore'), notAfter: readTime(period, 'notAfter') };
  period.expectEnd('validity');
  const subject = readName(tbs, 'subject');
  const spki = readPublicKeyInfo(tbs);
  const uniqueIds = [readUniqueId(tbs, 1), readUniqueId(tbs, 2)].includes(true);
  const extensions = readExtensions(tbs);
  tbs.expectEnd('tbsCertificate');
  const validity = { notBefore: times.notBefore.seconds, notAfter: times.notAfter.seconds };
  const publicKey = readKey(spki);
  return {
    version,
    serialNumber,
    innerSignatureAlgorithm,
    issuer,
    subject,
    validity,
    times,
    spki,
    publicKey,
    uniqueIds,
    extensions,
  };
}

/** Reads a certificate by the rules of DER and the syntax of RFC 5280 section 4.1; throws ProtocolError where it breaks them. */
export function parseCertificate(der: Uint8Array): ParsedCertificate {
  if (der.length > maxBytes) throw new ProtocolError(`A certificate of ${der.length} bytes is not read`, 0);
  const outer = DerReader.of(der);
  const certificate = outer.enter(tags.sequence, 'Certificate');
  outer.expectEnd('Certificate');
  const { der: tbs } = certificate.element(tags.sequence, 'tbsCertificate');
  const signatureAlgorithm = readAlgorithm(certificate, 'signatureAlgorithm');
  const signature = certificate.octetsInBits('signatureValue');
  certificate.expectEnd('Certificate');
  const inner = readTbs(DerReader.of(tbs).enter(tags.sequence, 'tbsCertificate'));
  const fields: CertificateFields = { der, tbs, signatureAlgorithm, signature, ...inner };
  return { ...fields, ...decodeExtensions(fields.extensions) };
}
