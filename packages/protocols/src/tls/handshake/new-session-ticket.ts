import { ByteReader } from '../../byte-reader.ts';
import { decodeExtensions, extensionTypes } from './extensions.ts';

/** A ticket; lifetime in seconds. */
export interface NewSessionTicket {
  lifetime: number;
  ticket: Uint8Array;
  /** Bytes of 0-RTT data that the server accepts; 0 without the extension, and before TLS 1.3. */
  maxEarlyDataBytes: number;
}

/** Reads the body of a NewSessionTicket up to TLS 1.2 (RFC 5077 section 3.3); throws ProtocolError. */
export function decodeNewSessionTicket(body: Uint8Array): NewSessionTicket {
  const reader = new ByteReader(body);
  const lifetime = reader.u32();
  const ticket = reader.vector16();
  reader.expectEnd('NewSessionTicket');
  return { lifetime, ticket, maxEarlyDataBytes: 0 };
}

/** Reads the body of TLS 1.3's NewSessionTicket (RFC 9846 section 4.7.1); throws ProtocolError. */
export function decodeNewSessionTicket13(body: Uint8Array): NewSessionTicket {
  const reader = new ByteReader(body);
  const lifetime = reader.u32();
  reader.u32();
  reader.vector8();
  const ticket = reader.vector16();
  const earlyData = decodeExtensions(reader).get(extensionTypes.earlyData);
  reader.expectEnd('NewSessionTicket');
  return { lifetime, ticket, maxEarlyDataBytes: earlyData === undefined ? 0 : new ByteReader(earlyData).u32() };
}
