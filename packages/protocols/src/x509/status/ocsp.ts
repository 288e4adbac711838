import { ProtocolError } from '../../protocol-error.ts';
import { type AlgorithmIdentifier, readAlgorithm } from '../algorithm-identifier.ts';
import { constructedTag, contextTag, DerReader, tags } from '../../der/reader.ts';
import { type DistinguishedName, readName } from '../distinguished-name.ts';
import { crlReasons } from './crl-reasons.data.ts';
import { readTime } from '../../der/time.ts';

/** OCSPResponseStatus (RFC 6960 section 4.2.1). */
const responseStatuses = new Map([
  [0, 'successful'],
  [1, 'malformedRequest'],
  [2, 'internalError'],
  [3, 'tryLater'],
  [5, 'sigRequired'],
  [6, 'unauthorized'],
] as const);

/** id-pkix-ocsp-basic and id-pkix-ocsp-nonce (RFC 6960 sections 4.2.1 and 4.4.1), and timestamps (RFC 6962 section 3.3). */
const oids = {
  basic: '1.3.6.1.5.5.7.48.1.1',
  nonce: '1.3.6.1.5.5.7.48.1.2',
  timestamps: '1.3.6.1.4.1.11129.2.4.5',
} as const;

/** Names a certificate by its issuer and its number (RFC 6960 section 4.1.1). */
export interface CertificateId {
  /** OID. */
  hashAlgorithm: string;
  issuerNameHash: Uint8Array;
  issuerKeyHash: Uint8Array;
  serialNumber: Uint8Array;
}

/** The responder's status of one certificate; times in epoch seconds. */
export interface SingleResponse {
  id: CertificateId;
  status: 'good' | 'revoked' | 'unknown';
  revokedAt: number | null;
  /** CRLReason by name. */
  reason: string | null;
  thisUpdate: number;
  nextUpdate: number | null;
  /** SignedCertificateTimestampList. */
  timestamps: Uint8Array | null;
}

/** BasicOCSPResponse (RFC 6960 section 4.2.1). */
export interface BasicResponse {
  /** What is signed. */
  signed: Uint8Array;
  responder: { kind: 'name'; name: DistinguishedName } | { kind: 'key'; hash: Uint8Array };
  producedAt: number;
  responses: SingleResponse[];
  nonce: Uint8Array | null;
  signatureAlgorithm: AlgorithmIdentifier;
  signature: Uint8Array;
  /** DER of the certificates that came along. */
  certificates: Uint8Array[];
}

/** A whole answer; basic is null where the responder gives none. */
export interface OcspResponse {
  status: string;
  basic: BasicResponse | null;
}

/** More than any responder needs. */
const maxResponses = 1_000;
const maxCertificates = 10;

function readGeneralized(reader: DerReader, what: string): number {
  const at = reader.offset;
  const { seconds, generalized } = readTime(reader, what);
  if (!generalized) throw new ProtocolError('not-generalized-time', at, what);
  return seconds;
}

/** Values of extensions by OID. */
function readExtensions(explicit: DerReader | null): ReadonlyMap<string, Uint8Array> {
  if (explicit === null) return new Map();
  const list = explicit.enter(tags.sequence, 'Extensions of a response').list(
    (reader) => {
      const extension = reader.enter(tags.sequence, 'An extension of a response');
      const oid = extension.objectIdentifier('The type of an extension');
      if (extension.nextTag === tags.boolean) extension.boolean('critical');
      const value = extension.octetString('The value of an extension');
      extension.expectEnd('An extension of a response');
      return [oid, value] as const;
    },
    'Extensions of a response',
    false,
  );
  explicit.expectEnd('Extensions of a response');
  return new Map(list);
}

function octetsIn(value: Uint8Array | undefined, what: string): Uint8Array | null {
  return value === undefined ? null : DerReader.of(value).octetString(what);
}

function readCertificateId(reader: DerReader): CertificateId {
  const id = reader.enter(tags.sequence, 'certID');
  const hashAlgorithm = readAlgorithm(id, 'hashAlgorithm').oid;
  const issuerNameHash = id.octetString('issuerNameHash');
  const issuerKeyHash = id.octetString('issuerKeyHash');
  const serialNumber = id.integer('serialNumber');
  id.expectEnd('certID');
  return { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber };
}

type Status = Pick<SingleResponse, 'status' | 'revokedAt' | 'reason'>;

function readStatus(reader: DerReader): Status {
  const tag = reader.nextTag;
  if (tag === contextTag(0) || tag === contextTag(2)) {
    reader.any();
    return { status: tag === contextTag(0) ? 'good' : 'unknown', revokedAt: null, reason: null };
  }
  const revoked = reader.enter(constructedTag(1), 'certStatus');
  const revokedAt = readGeneralized(revoked, 'revocationTime');
  const explicit = revoked.optional(constructedTag(0), 'revocationReason');
  const code = explicit?.small('revocationReason', 10, tags.enumerated);
  revoked.expectEnd('certStatus');
  return { status: 'revoked', revokedAt, reason: code === undefined ? null : (crlReasons.get(code) ?? null) };
}

function readSingle(reader: DerReader): SingleResponse {
  const single = reader.enter(tags.sequence, 'SingleResponse');
  const id = readCertificateId(single);
  const status = readStatus(single);
  const thisUpdate = readGeneralized(single, 'thisUpdate');
  const next = single.optional(constructedTag(0), 'nextUpdate');
  const nextUpdate = next === null ? null : readGeneralized(next, 'nextUpdate');
  const extensions = readExtensions(single.optional(constructedTag(1), 'singleExtensions'));
  single.expectEnd('SingleResponse');
  const timestamps = octetsIn(extensions.get(oids.timestamps), 'The timestamps of a response');
  return { id, ...status, thisUpdate, nextUpdate, timestamps };
}

function readResponder(data: DerReader): BasicResponse['responder'] {
  const byKey = data.optional(constructedTag(2), 'responderID');
  if (byKey !== null) return { kind: 'key', hash: byKey.octetString('byKey') };
  return { kind: 'name', name: readName(data.enter(constructedTag(1), 'responderID'), 'byName') };
}

type ResponseData = Pick<BasicResponse, 'responder' | 'producedAt' | 'responses' | 'nonce'>;

function readData(data: DerReader): ResponseData {
  data.optional(constructedTag(0), 'version')?.small('version', 0);
  const responder = readResponder(data);
  const producedAt = readGeneralized(data, 'producedAt');
  const responses = data.enter(tags.sequence, 'responses').list(readSingle, 'responses', false);
  if (responses.length > maxResponses)
    throw new ProtocolError('other-than-one-response', data.offset, responses.length);
  const extensions = readExtensions(data.optional(constructedTag(1), 'responseExtensions'));
  data.expectEnd('ResponseData');
  return { responder, producedAt, responses, nonce: extensions.get(oids.nonce) ?? null };
}

function readBasic(der: Uint8Array): BasicResponse {
  const outer = DerReader.of(der);
  const basic = outer.enter(tags.sequence, 'BasicOCSPResponse');
  outer.expectEnd('BasicOCSPResponse');
  const { der: signed } = basic.element(tags.sequence, 'tbsResponseData');
  const signatureAlgorithm = readAlgorithm(basic, 'signatureAlgorithm');
  const signature = basic.octetsInBits('signature');
  const explicit = basic.optional(constructedTag(0), 'certs');
  const certificates = explicit?.enter(tags.sequence, 'certs').list((reader) => reader.any().der, 'certs', false) ?? [];
  basic.expectEnd('BasicOCSPResponse');
  const data = readData(DerReader.of(signed).enter(tags.sequence, 'tbsResponseData'));
  return { signed, ...data, signatureAlgorithm, signature, certificates: certificates.slice(0, maxCertificates) };
}

/** Reads an OCSPResponse (RFC 6960 section 4.2.1); throws ProtocolError. */
export function decodeOcspResponse(der: Uint8Array): OcspResponse {
  const outer = DerReader.of(der);
  const response = outer.enter(tags.sequence, 'OCSPResponse');
  outer.expectEnd('OCSPResponse');
  const code = response.small('responseStatus', 6, tags.enumerated);
  const status = [...responseStatuses].find(([known]) => known === code)?.[1] ?? `status ${code}`;
  const explicit = response.optional(constructedTag(0), 'responseBytes');
  response.expectEnd('OCSPResponse');
  if (explicit === null) return { status, basic: null };
  const bytes = explicit.enter(tags.sequence, 'responseBytes');
  const type = bytes.objectIdentifier('responseType');
  const content = bytes.octetString('response');
  bytes.expectEnd('responseBytes');
  return { status, basic: type === oids.basic ? readBasic(content) : null };
}
