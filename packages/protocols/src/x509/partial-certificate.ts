import { ProtocolError } from '../protocol-error.ts';
import { type AlgorithmIdentifier, readAlgorithm, readIdentifier } from './algorithm-identifier.ts';
import type { Extension } from './certificate-extensions.ts';
import { constructedTag, contextTag, DerReader, tags } from '../der/reader.ts';
import { type CertificateTime, readTime } from '../der/time.ts';
import { type DistinguishedName, readName } from './distinguished-name.ts';
import {
  attempt,
  createFieldReader,
  type Element,
  elementsOf,
  type FieldFault,
  type ReadField,
} from './field-reader.ts';
import { type PublicKey, type PublicKeyInfo, examinePublicKey, examinePublicKeyInfo } from './public-key.ts';
import { readExtensions } from './read-extensions.ts';

/** The fields of a certificate; null where one breaks the rules, whatever the others do. */
export interface PartialCertificate {
  der: Uint8Array;
  tbs: Uint8Array | null;
  version: number | null;
  serialNumber: Uint8Array | null;
  innerSignatureAlgorithm: AlgorithmIdentifier | null;
  issuer: DistinguishedName | null;
  notBefore: CertificateTime | null;
  notAfter: CertificateTime | null;
  subject: DistinguishedName | null;
  spki: PublicKeyInfo | null;
  /** As much as can be read of it. */
  publicKey: PublicKey | null;
  /** Why the key does not conform to its algorithm; null where it does. */
  keyFault: string | null;
  uniqueIds: boolean;
  /** Those that can be read. */
  extensions: Extension[];
  signatureAlgorithm: AlgorithmIdentifier | null;
  signature: Uint8Array | null;
  /** In the order in which they were met; none: the certificate is whole. */
  faults: readonly FieldFault[];
}

/** Longer certificates are not read: the longest honest ones have some hundred kilobytes of names. */
const maxBytes = 1_048_576;

function readVersion({ tag, reader }: Element): number {
  if (tag === tags.integer) return 1;
  const explicit = reader.enter(constructedTag(0), 'version');
  const version = explicit.small('version', 2) + 1;
  explicit.expectEnd('version');
  // X.690 section 11.5: the default is not encoded.
  if (version === 1) throw new ProtocolError('version-default-encoded', reader.offset);
  return version;
}

/** An algorithm; at least its identifier where its parameters break the rules. */
function readAlgorithmField(
  field: 'signatureAlgorithm' | 'innerSignatureAlgorithm',
  reader: DerReader,
  readField: ReadField,
): AlgorithmIdentifier | null {
  const whole = readField(field, () => readAlgorithm(reader.fork(), field));
  const identifier = whole ?? attempt(() => readIdentifier(reader, field));
  return identifier instanceof ProtocolError ? null : identifier;
}

function readPeriod(reader: DerReader, readField: ReadField) {
  const period = readField('notBefore', () => reader.fork().enter(tags.sequence, 'validity'));
  if (period === null) {
    const notAfter = readField('notAfter', () => readTime(reader.enter(tags.sequence, 'validity'), 'notAfter'));
    return { notBefore: null, notAfter };
  }
  const [first, second = first] = elementsOf(period);
  const notBefore = readField('notBefore', () => readTime(first.reader, 'notBefore'));
  const notAfter = readField('notAfter', () => {
    const time = readTime(second.reader, 'notAfter');
    second.reader.expectEnd('validity');
    return time;
  });
  return { notBefore, notAfter };
}

function readKey(reader: DerReader, readField: ReadField): Pick<PartialCertificate, 'spki' | 'publicKey' | 'keyFault'> {
  const { info, fault: infoFault } = examinePublicKeyInfo(reader);
  readField('subjectPublicKeyInfo', () => {
    if (infoFault !== null) throw infoFault;
  });
  if (info === null) return { spki: null, publicKey: null, keyFault: null };
  const { key, fault } = examinePublicKey(info);
  return { spki: info, publicKey: key, keyFault: fault?.message ?? null };
}

const optionalTags = [contextTag(1), contextTag(2), constructedTag(3)];

/** What follows the required fields: unique identifiers, then extensions, each at most once and in this order. */
function readOptional(elements: readonly Element[], readField: ReadField) {
  let uniqueIds = false;
  let extensions: Extension[] = [];
  let next = 0;
  for (const { tag, reader } of elements) {
    const place = tag === null ? null : optionalTags.indexOf(tag, next);
    if (place === null) break;
    if (place === 2) extensions = readField('extensions', () => readExtensions(reader, readField)) ?? [];
    else if (place >= 0) {
      uniqueIds = true;
      readField('uniqueIds', () => reader.bitString('A unique identifier', tag ?? 0));
    } else readField('extensions', () => reader.expectEnd('tbsCertificate'));
    next = Math.max(next, place + 1);
  }
  return { uniqueIds, extensions };
}

/** Required fields of TBSCertificate behind its version. */
const requiredFields = 6;

function readTbs(tbs: DerReader, readField: ReadField) {
  const elements = elementsOf(tbs);
  const [first, second] = elements;
  const hasVersion = first.tag === constructedTag(0) || (first.tag !== tags.integer && second?.tag === tags.integer);
  const start = hasVersion ? 1 : 0;
  const field = (at: number): DerReader => (elements[start + at] ?? elements.at(-1) ?? first).reader.fork();
  return {
    version: hasVersion ? readField('version', () => readVersion(first)) : 1,
    serialNumber: readField('serialNumber', () => field(0).integer('serialNumber')),
    innerSignatureAlgorithm: readAlgorithmField('innerSignatureAlgorithm', field(1), readField),
    issuer: readField('issuer', () => readName(field(2), 'issuer')),
    ...readPeriod(field(3), readField),
    subject: readField('subject', () => readName(field(4), 'subject')),
    ...readKey(field(5), readField),
    ...readOptional(elements.slice(start + requiredFields), readField),
  };
}

/** Reads what can be read of a certificate, field by field; never throws. */
export function readPartially(der: Uint8Array): PartialCertificate {
  const { readField, faults } = createFieldReader();
  const outer = DerReader.of(der);
  const certificate = readField('certificate', () => {
    if (der.length > maxBytes) throw new ProtocolError('certificate-too-large', 0, der.length);
    return outer.enter(tags.sequence, 'Certificate');
  });
  const parts = elementsOf(certificate ?? DerReader.of(new Uint8Array()));
  readField('certificate', () => (certificate === null ? undefined : outer.expectEnd('Certificate')));
  const part = (at: number): DerReader => (parts[at] ?? parts.at(-1) ?? parts[0]).reader.fork();
  const tbs = readField('certificate', () => part(0).element(tags.sequence, 'tbsCertificate').der);
  const inner = readTbs(
    tbs === null ? DerReader.of(new Uint8Array()) : DerReader.of(tbs).enter(tags.sequence, 'tbsCertificate'),
    readField,
  );
  const signatureAlgorithm = readAlgorithmField('signatureAlgorithm', part(1), readField);
  const signature = readField('signatureValue', () => {
    const reader = part(2);
    const octets = reader.octetsInBits('signatureValue');
    reader.expectEnd('Certificate');
    return octets;
  });
  return { der, tbs, ...inner, signatureAlgorithm, signature, faults };
}
