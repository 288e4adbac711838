import { ByteReader } from '../byte-reader.ts';
import { concat, sameBytes, u32, u8, vector8 } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';

/** Smaller datagrams with a first packet are dropped by servers (RFC 9000 section 14.1). */
const datagramBytes = 1_200;

/** Versions of this form are reserved so that servers practise negotiation (RFC 9000 section 15). */
const reservedVersion = 0x1a2a_3a4a;

/** Header form, fixed bit, and the type of an Initial packet (RFC 9000 section 17.2). */
const longHeader = 0xc0;

/** Connection identifiers of a client's first packet; the destination's has at least 8 bytes (RFC 9000 section 7.2). */
export interface ConnectionIds {
  destination: Uint8Array;
  source: Uint8Array;
}

/** A first packet of a version that no server speaks: those of QUIC answer with the versions that they do (RFC 9000 section 6). */
export function versionQuestion({ destination, source }: ConnectionIds): Uint8Array {
  const header = concat([u8(longHeader), u32(reservedVersion), vector8(destination), vector8(source)]);
  return concat([header, new Uint8Array(datagramBytes - header.length)]);
}

/** The versions of a Version Negotiation packet that answers this client; null where it is none (RFC 8999 section 6). */
export function versionsIn(datagram: Uint8Array, sent: ConnectionIds): number[] | null {
  try {
    const reader = new ByteReader(datagram);
    const isLong = (reader.u8() & 0x80) !== 0;
    if (!isLong || reader.u32() !== 0) return null;
    // The server gives both identifiers back, each in the other's place (RFC 9000 section 17.2.1).
    const isForUs = sameBytes(reader.vector8(), sent.source) && sameBytes(reader.vector8(), sent.destination);
    if (!isForUs || reader.remaining === 0 || reader.remaining % 4 !== 0) return null;
    return Array.from({ length: reader.remaining / 4 }, () => reader.u32());
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}
