import { sameBytes } from '@perimeter/protocols/bytes';

/** What OpenSSL's serialised session tells about tickets and 0-RTT (SSL_SESSION_ASN1 in its ssl_asn1.c). */
export interface SessionFacts {
  hasSessionId: boolean;
  hasTicket: boolean;
  /** Seconds; null where the server gave none. */
  ticketLifetime: number | null;
  maxEarlyDataBytes: number;
}

interface Element {
  tag: number;
  content: Uint8Array;
}

/** Context tags of the fields that are read. */
const fields = { ticketLifetime: 0xa9, ticket: 0xaa, maxEarlyData: 0xaf } as const;
const octetString = 0x04;

/** One element of definite length and one-byte tag at an offset, or null where it leaves the input. */
function elementAt(bytes: Uint8Array, offset: number): (Element & { next: number }) | null {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  if (tag === undefined || first === undefined) return null;
  const lengthBytes = first < 0x80 ? 0 : first - 0x80;
  if (lengthBytes > 4) return null;
  const start = offset + 2 + lengthBytes;
  const length =
    lengthBytes === 0 ? first : bytes.subarray(offset + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  if (start + length > bytes.length) return null;
  return { tag, content: bytes.subarray(start, start + length), next: start + length };
}

function elementsOf(bytes: Uint8Array): Element[] {
  const elements: Element[] = [];
  for (let at = elementAt(bytes, 0); at !== null; at = elementAt(bytes, at.next)) elements.push(at);
  return elements;
}

const integerIn = (wrapper: Element | undefined): number | null =>
  wrapper === undefined
    ? null
    : (elementAt(wrapper.content, 0)?.content.reduce((sum, byte) => sum * 256 + byte, 0) ?? null);

/** What Node 24 writes before the DER: this mark, then the peer's name with a three-byte length. */
const mark = new TextEncoder().encode('\0nodejs:tls:session:1');
const nameLengthBytes = 3;

function derIn(serialised: Uint8Array): Uint8Array {
  if (!sameBytes(serialised.subarray(0, mark.length), mark)) return serialised;
  const start = mark.length + nameLengthBytes;
  const nameBytes = serialised.subarray(mark.length, start).reduce((sum, byte) => sum * 256 + byte, 0);
  return serialised.subarray(start + nameBytes);
}

/** Reads the DER that `getSession()` and the 'session' event give; anything else reads as a session without anything. */
export function readSession(serialised: Uint8Array): SessionFacts {
  const elements = elementsOf(elementAt(derIn(serialised), 0)?.content ?? new Uint8Array(0));
  const withTag = (tag: number): Element | undefined => elements.find((element) => element.tag === tag);
  // SEQUENCE { version, ssl version, cipher OCTET STRING, session id OCTET STRING, master key OCTET STRING, … }
  const [, sessionId] = elements.filter(({ tag }) => tag === octetString);
  const hasTicket = (withTag(fields.ticket)?.content.length ?? 0) > 2;
  return {
    hasSessionId: (sessionId?.content.length ?? 0) > 0,
    hasTicket,
    ticketLifetime: hasTicket ? integerIn(withTag(fields.ticketLifetime)) : null,
    maxEarlyDataBytes: integerIn(withTag(fields.maxEarlyData)) ?? 0,
  };
}
