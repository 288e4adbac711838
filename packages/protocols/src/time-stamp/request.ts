import { ProtocolError } from '../protocol-error.ts';
import { DerReader, tags } from '../der/reader.ts';
import { nullValue, objectIdentifier, octetString, sequence, unsignedInteger, trueValue } from '../der/writer.ts';
import { hashIds } from '../cms/hashes.data.ts';

/** What a time-stamping authority is asked for (RFC 3161 section 2.4.1): always for its certificate too. */
export interface TimeStampRequest {
  /** SHA-256 of what is to be stamped. */
  imprint: Uint8Array;
  /** Unsigned, big end first. */
  nonce: Uint8Array;
  /** OID; null: the authority's own. */
  policy: string | null;
}

/** DER of a TimeStampReq. */
export const encodeTimeStampRequest = ({ imprint, nonce, policy }: TimeStampRequest): Uint8Array =>
  sequence(
    unsignedInteger(Uint8Array.of(1)),
    sequence(sequence(objectIdentifier(hashIds.sha256), nullValue), octetString(imprint)),
    ...(policy === null ? [] : [objectIdentifier(policy)]),
    unsignedInteger(nonce),
    trueValue,
  );

/** What an authority answered (RFC 3161 section 2.4.2). */
export interface TimeStampResponse {
  status: 'granted' | 'granted-with-mods' | 'rejection' | 'waiting' | 'revocation-warning' | 'revocation-notification';
  /** The authority's words, hostile. */
  text: string;
  /** Names of the bits of PKIFailureInfo. */
  failures: string[];
  /** DER of the token; null where none was given. */
  token: Uint8Array | null;
}

const statuses = [
  'granted',
  'granted-with-mods',
  'rejection',
  'waiting',
  'revocation-warning',
  'revocation-notification',
] as const;

/** PKIFailureInfo by its bits (RFC 3161 section 2.4.2). */
const failureBits: ReadonlyMap<number, string> = new Map([
  [0, 'badAlg'],
  [2, 'badRequest'],
  [5, 'badDataFormat'],
  [14, 'timeNotAvailable'],
  [15, 'unacceptedPolicy'],
  [16, 'unacceptedExtension'],
  [17, 'addInfoNotAvailable'],
  [25, 'systemFailure'],
]);

const maxTextOctets = 200;

function readText(status: DerReader): string {
  const free = status.optional(tags.sequence, 'statusString');
  const lines = free?.list((reader) => reader.element(tags.utf8String, 'PKIFreeText').content, 'statusString') ?? [];
  return lines.map((line) => new TextDecoder().decode(line.subarray(0, maxTextOctets))).join('; ');
}

function readFailures(status: DerReader): string[] {
  if (status.nextTag !== tags.bitString) return [];
  const { bytes } = status.bitString('failInfo');
  return [...failureBits]
    .filter(([bit]) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0)
    .map(([, name]) => name);
}

/** Reads a TimeStampResp. Throws ProtocolError. */
export function decodeTimeStampResponse(der: Uint8Array): TimeStampResponse {
  const outer = DerReader.of(der);
  const response = outer.enter(tags.sequence, 'TimeStampResp');
  outer.expectEnd('TimeStampResp');
  const info = response.enter(tags.sequence, 'PKIStatusInfo');
  const status = statuses[info.small('PKIStatus', statuses.length - 1)];
  if (status === undefined) throw new ProtocolError('pki-status-unknown', 0);
  const text = readText(info);
  const failures = readFailures(info);
  info.expectEnd('PKIStatusInfo');
  const token = response.done ? null : response.element(tags.sequence, 'timeStampToken').der;
  response.expectEnd('TimeStampResp');
  return { status, text, failures, token };
}
