import { sameBytes, u16 } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';
import { constructed, octetString, sequence, unsignedInteger } from '../der/writer.ts';
import { constructedTag, DerReader, tags } from '../der/reader.ts';

/** A TLS session that can be resumed by its ticket, as OpenSSL serialises it (SSL_SESSION_ASN1 in its ssl_asn1.c). */
export interface OpensslSession {
  /** On the wire: 0x0303, 0x0304. */
  version: number;
  suite: number;
  /** Under TLS 1.2 the id by whose echo resumption is known (RFC 5077 section 3.4). */
  sessionId: Uint8Array;
  /** The master secret, or in TLS 1.3 the pre-shared key of this ticket (RFC 9846 section 4.7.1). */
  secret: Uint8Array;
  /** Epoch seconds at which the ticket came. */
  receivedAt: number;
  /** Seconds that the server gave the ticket. */
  lifetime: number;
  /** Empty: the session has no ticket. */
  ticket: Uint8Array;
  /** RFC 7627 section 5.3: it can be resumed with the extension only. */
  hasExtendedMasterSecret: boolean;
  /** ticket_age_add (RFC 9846 section 4.7.1). */
  ageAdd: number;
  /** max_early_data_size in bytes (RFC 9846 section 4.7.1); 0: none. */
  maxEarlyData: number;
  /** IANA code point of the group of the key exchange; absent: none is recorded. */
  group?: number;
}

/** Numbers of the optional fields that are read and written; all others are passed over. */
const fields = {
  receivedAt: 1,
  timeout: 2,
  lifetime: 9,
  ticket: 10,
  flags: 13,
  ageAdd: 14,
  earlyData: 15,
  group: 19,
} as const;

const structureVersion = 1;
const extendedMasterSecretFlag = 1;
const maxSecretBytes = 64;

/** What Node.js writes before the DER: this mark, then the peer's name with a length of three octets. */
const mark = new TextEncoder().encode('\0nodejs:tls:session:1');
const nameLengthBytes = 3;

/** The DER in a session as the platform hands it out, with or without its mark. */
export function derOfPlatformSession(serialised: Uint8Array): Uint8Array {
  if (!sameBytes(serialised.subarray(0, mark.length), mark)) return serialised;
  const start = mark.length + nameLengthBytes;
  const nameBytes = serialised.subarray(mark.length, start).reduce((sum, byte) => sum * 0x100 + byte, 0);
  return serialised.subarray(start + nameBytes);
}

/** Reads a serialised session; throws ProtocolError. */
export function decodeOpensslSession(der: Uint8Array): OpensslSession {
  const whole = DerReader.of(der);
  const reader = whole.enter(tags.sequence, 'The session');
  whole.expectEnd('The session');
  reader.small('The version of the structure', structureVersion);
  const version = reader.small('The TLS version', 0xffff);
  const suite = reader.octetString('The suite');
  if (suite.length !== 2) throw new ProtocolError('session-suite-invalid', reader.offset);
  const sessionId = reader.octetString('The session id');
  const secret = reader.octetString('The secret');
  if (secret.length > maxSecretBytes) throw new ProtocolError('session-secret-invalid', reader.offset, secret.length);
  const optional = new Map<number, Uint8Array>();
  while (!reader.done) {
    const { tag, content } = reader.any();
    optional.set(tag, content);
  }
  const field = (number: number): DerReader | null => {
    const content = optional.get(constructedTag(number));
    return content === undefined ? null : DerReader.of(content);
  };
  const number = (of: number, what: string): number => field(of)?.small(what, Number.MAX_SAFE_INTEGER) ?? 0;
  return {
    version,
    suite: ((suite[0] ?? 0) << 8) | (suite[1] ?? 0),
    sessionId,
    secret,
    receivedAt: number(fields.receivedAt, 'The time'),
    lifetime: number(fields.lifetime, 'The lifetime'),
    ticket: field(fields.ticket)?.octetString('The ticket') ?? new Uint8Array(0),
    hasExtendedMasterSecret: number(fields.flags, 'The flags') % 2 === extendedMasterSecretFlag,
    ageAdd: number(fields.ageAdd, 'ticket_age_add'),
    maxEarlyData: number(fields.earlyData, 'max_early_data_size'),
    ...(optional.has(constructedTag(fields.group)) ? { group: number(fields.group, 'The group') } : {}),
  };
}

/** An INTEGER of a number up to 2^53. */
function integer(value: number): Uint8Array {
  const octets: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 0x100)) octets.unshift(rest & 0xff);
  return unsignedInteger(Uint8Array.from(octets));
}

/** Writes a session so that OpenSSL can offer it; a field that it can do without is left out. */
export function encodeOpensslSession(session: OpensslSession): Uint8Array {
  return sequence(
    integer(structureVersion),
    integer(session.version),
    octetString(u16(session.suite)),
    octetString(session.sessionId),
    octetString(session.secret),
    constructed(fields.receivedAt, integer(session.receivedAt)),
    constructed(fields.timeout, integer(session.lifetime)),
    constructed(fields.lifetime, integer(session.lifetime)),
    constructed(fields.ticket, octetString(session.ticket)),
    constructed(fields.flags, integer(session.hasExtendedMasterSecret ? extendedMasterSecretFlag : 0)),
    constructed(fields.ageAdd, integer(session.ageAdd)),
    ...(session.maxEarlyData > 0 ? [constructed(fields.earlyData, integer(session.maxEarlyData))] : []),
  );
}
