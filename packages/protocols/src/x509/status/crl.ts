import { ByteReader } from '../../byte-reader.ts';
import { sameBytes, toHex } from '../../bytes.ts';
import { keptProblem, ProtocolError } from '../../protocol-error.ts';
import { type AlgorithmIdentifier, readAlgorithm } from '../algorithm-identifier.ts';
import { crlReasons } from './crl-reasons.data.ts';
import { constructedTag, contextTag, DerReader, tags } from '../../der/reader.ts';
import { type DistinguishedName, readName } from '../distinguished-name.ts';
import { type GeneralName, readGeneralName } from '../general-name.ts';
import { type CertificateTime, readTime } from '../../der/time.ts';

/** IssuingDistributionPoint (RFC 5280 section 5.2.5): which certificates a list is about. */
export interface CrlScope {
  /** Names of the distribution point. */
  names: GeneralName[];
  onlyUserCertificates: boolean;
  onlyAuthorityCertificates: boolean;
  onlyAttributeCertificates: boolean;
  /** Not for all reasons. */
  onlySomeReasons: boolean;
  /** Holds certificates of other issuers. */
  indirect: boolean;
}

/** CertificateList (RFC 5280 section 5.1); times in epoch seconds. */
export interface CertificateList {
  /** What is signed. */
  signed: Uint8Array;
  issuer: DistinguishedName;
  thisUpdate: number;
  nextUpdate: number | null;
  signatureAlgorithm: AlgorithmIdentifier;
  signature: Uint8Array;
  /** Contents of revokedCertificates, to be searched by `findRevoked`. */
  entries: Uint8Array;
  /** Holds only what changed since another list (RFC 5280 section 5.2.4). */
  delta: boolean;
  scope: CrlScope | null;
  authorityKeyId: Uint8Array | null;
  /** OIDs of critical extensions that are not understood here. */
  unknownCritical: string[];
  /** Breaches of RFC 5280 section 5 for which strict verifiers reject a list, one sentence each. */
  breaches: string[];
}

/** An entry of a list (RFC 5280 section 5.3). */
export interface RevokedEntry {
  revokedAt: number;
  /** CRLReason by name. */
  reason: string | null;
}

const oids = {
  reason: '2.5.29.21',
  delta: '2.5.29.27',
  scope: '2.5.29.28',
  authorityKeyId: '2.5.29.35',
  number: '2.5.29.20',
  certificateIssuer: '2.5.29.29',
} as const;

const understood: ReadonlySet<string> = new Set(Object.values(oids));

interface ListExtension {
  oid: string;
  critical: boolean;
  value: Uint8Array;
}

function readExtension(reader: DerReader): ListExtension {
  const extension = reader.enter(tags.sequence, 'An extension');
  const oid = extension.objectIdentifier('The type of an extension');
  const critical = extension.nextTag === tags.boolean && extension.boolean('critical');
  const value = extension.octetString('The value of an extension');
  extension.expectEnd('An extension');
  return { oid, critical, value };
}

function readScope(value: Uint8Array): CrlScope {
  const sequence = DerReader.of(value).enter(tags.sequence, 'issuingDistributionPoint');
  const point = sequence.optional(constructedTag(0), 'distributionPoint');
  const full = point?.optional(constructedTag(0), 'fullName');
  const names = full?.list((one) => readGeneralName(one, 'fullName'), 'fullName') ?? [];
  const flag = (number: number, what: string): boolean =>
    sequence.nextTag === contextTag(number) && sequence.boolean(what, contextTag(number));
  const onlyUserCertificates = flag(1, 'onlyContainsUserCerts');
  const onlyAuthorityCertificates = flag(2, 'onlyContainsCACerts');
  const onlySomeReasons = sequence.nextTag === contextTag(3);
  if (onlySomeReasons) sequence.bitString('onlySomeReasons', contextTag(3));
  const indirect = flag(4, 'indirectCRL');
  const onlyAttributeCertificates = flag(5, 'onlyContainsAttributeCerts');
  sequence.expectEnd('issuingDistributionPoint');
  return {
    names,
    onlyUserCertificates,
    onlyAuthorityCertificates,
    onlyAttributeCertificates,
    onlySomeReasons,
    indirect,
  };
}

function readKeyId(value: Uint8Array): Uint8Array | null {
  const sequence = DerReader.of(value).enter(tags.sequence, 'authorityKeyIdentifier');
  return sequence.nextTag === contextTag(0) ? sequence.octetString('keyIdentifier', contextTag(0)) : null;
}

const isTime = (tag: number | null): boolean => tag === tags.utcTime || tag === tags.generalizedTime;

/** Dates through 2049 are UTCTime in lists too (RFC 5280 section 5.1.2.4). */
const lastUtcSecond = Date.UTC(2050, 0, 1) / 1000 - 1;

/** The parts of a list around its content. */
interface ListMake {
  version: number;
  times: readonly (CertificateTime | null)[];
  extensions: readonly ListExtension[];
}

function breachesOf({ version, times, extensions }: ListMake): string[] {
  const number = extensions.find(({ oid }) => oid === oids.number);
  const rules: readonly [broken: boolean, breach: string][] = [
    [version !== 2, keptProblem('crl-version', version)],
    [number === undefined, keptProblem('crl-number-missing')],
    [number?.critical === true, keptProblem('crl-number-critical')],
    [times.includes(null), keptProblem('crl-next-update-missing')],
    [
      times.some((time) => time !== null && time.generalized && time.seconds <= lastUtcSecond),
      keptProblem('crl-date-type'),
    ],
  ];
  return rules.filter(([broken]) => broken).map(([, breach]) => breach);
}

type Signed = Omit<CertificateList, 'signed' | 'signatureAlgorithm' | 'signature'>;

function readSigned(tbs: DerReader): Signed {
  const version = tbs.nextTag === tags.integer ? tbs.small('version', 1) + 1 : 1;
  readAlgorithm(tbs, 'signature');
  const issuer = readName(tbs, 'issuer');
  const thisUpdate = readTime(tbs, 'thisUpdate');
  const nextUpdate = isTime(tbs.nextTag) ? readTime(tbs, 'nextUpdate') : null;
  const entries =
    tbs.nextTag === tags.sequence ? tbs.element(tags.sequence, 'revokedCertificates').content : new Uint8Array();
  const explicit = tbs.optional(constructedTag(0), 'crlExtensions');
  const extensions = explicit?.enter(tags.sequence, 'crlExtensions').list(readExtension, 'crlExtensions', false) ?? [];
  tbs.expectEnd('tbsCertList');
  const valueOf = (oid: string): Uint8Array | undefined => extensions.find((one) => one.oid === oid)?.value;
  const scope = valueOf(oids.scope);
  const keyId = valueOf(oids.authorityKeyId);
  return {
    issuer,
    thisUpdate: thisUpdate.seconds,
    nextUpdate: nextUpdate?.seconds ?? null,
    breaches: breachesOf({ version, times: [thisUpdate, nextUpdate], extensions }),
    entries,
    delta: valueOf(oids.delta) !== undefined,
    scope: scope === undefined ? null : readScope(scope),
    authorityKeyId: keyId === undefined ? null : readKeyId(keyId),
    unknownCritical: extensions.flatMap(({ oid, critical }) => (critical && !understood.has(oid) ? [oid] : [])),
  };
}

/** Reads a CertificateList up to its entries; throws ProtocolError. */
export function decodeCrl(der: Uint8Array): CertificateList {
  const outer = DerReader.of(der);
  const list = outer.enter(tags.sequence, 'CertificateList');
  outer.expectEnd('CertificateList');
  const { der: signed } = list.element(tags.sequence, 'tbsCertList');
  const signatureAlgorithm = readAlgorithm(list, 'signatureAlgorithm');
  const signature = list.octetsInBits('signatureValue');
  list.expectEnd('CertificateList');
  return {
    signed,
    ...readSigned(DerReader.of(signed).enter(tags.sequence, 'tbsCertList')),
    signatureAlgorithm,
    signature,
  };
}

function readEntry(entry: Uint8Array): RevokedEntry {
  const reader = DerReader.of(entry).enter(tags.sequence, 'An entry');
  reader.integer('userCertificate');
  const revokedAt = readTime(reader, 'revocationDate').seconds;
  const extensions = reader.optional(tags.sequence, 'crlEntryExtensions')?.list(readExtension, 'Entry', false) ?? [];
  reader.expectEnd('An entry');
  const value = extensions.find(({ oid }) => oid === oids.reason)?.value;
  const code = value === undefined ? null : DerReader.of(value).small('reasonCode', 10, tags.enumerated);
  return { revokedAt, reason: code === null ? null : (crlReasons.get(code) ?? null) };
}

/** Length of the element that begins here, without the validation that only elements that are read need. */
function skimLength(reader: ByteReader): number {
  const first = reader.u8();
  if (first < 0x80) return first;
  if (first > 0x84) throw new ProtocolError('crl-length-too-long', reader.offset);
  let length = 0;
  for (let left = first & 0x7f; left > 0; left -= 1) length = length * 0x100 + reader.u8();
  return length;
}

/** Walks over the entries of a list: hundreds of thousands, of which no more is read than the serial number. */
function* skim(entries: Uint8Array): Generator<{ serial: Uint8Array; entry: Uint8Array }> {
  const reader = new ByteReader(entries);
  while (reader.remaining > 0) {
    const start = reader.offset;
    if (reader.u8() !== tags.sequence) throw new ProtocolError('crl-entry-not-a-sequence', start);
    const length = skimLength(reader);
    const end = reader.offset + length;
    if (reader.u8() !== tags.integer) throw new ProtocolError('crl-entry-without-serial', start);
    const serial = reader.take(skimLength(reader));
    if (end < reader.offset) throw new ProtocolError('crl-entry-too-short', start);
    reader.take(end - reader.offset);
    yield { serial, entry: entries.subarray(start, end) };
  }
}

/** The entry of a serial number, or null where the list does not hold it; throws ProtocolError. */
export function findRevoked(
  { entries }: Pick<CertificateList, 'entries'>,
  serialNumber: Uint8Array,
): RevokedEntry | null {
  for (const { serial, entry } of skim(entries)) if (sameBytes(serial, serialNumber)) return readEntry(entry);
  return null;
}

/** True where a list holds a serial number twice, so that it contradicts itself; throws ProtocolError. */
export function holdsTwice({ entries }: Pick<CertificateList, 'entries'>): boolean {
  const seen = new Set<string>();
  for (const { serial } of skim(entries)) {
    const key = toHex(serial);
    if (seen.has(key)) return true;
    seen.add(key);
  }
  return false;
}
