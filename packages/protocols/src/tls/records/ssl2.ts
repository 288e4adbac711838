import { ProtocolError } from '../../protocol-error.ts';
import { ByteReader } from '../../byte-reader.ts';
import { concat, u16, u24, u8 } from '../../bytes.ts';
import { wireVersions } from '../registry/versions.ts';

/** SSL 2.0 message types (draft-hickman-netscape-ssl-00 section 5.2). */
const messageTypes = { error: 0, clientHello: 1, serverHello: 4 } as const;

/** SSL 2.0 CLIENT-HELLO. */
export interface Ssl2ClientHello {
  /** Three-byte cipher kinds. */
  kinds: readonly number[];
  /** 16 to 32 bytes. */
  challenge: Uint8Array;
}

/** SSL 2.0 answer: the kinds both sides have, or an error code. */
export type Ssl2Answer =
  | { kind: 'server-hello'; version: number; kinds: number[]; certificate: Uint8Array }
  | { kind: 'error'; code: number };

/** CLIENT-HELLO in its two-byte record header (sections 1.1 and 5.5.1 of the draft). */
export function encodeSsl2ClientHello({ kinds, challenge }: Ssl2ClientHello): Uint8Array {
  const specs = concat(kinds.map(u24));
  const head = concat([
    u8(messageTypes.clientHello),
    u16(wireVersions.SSLv2),
    u16(specs.length),
    u16(0),
    u16(challenge.length),
  ]);
  const body = concat([head, specs, challenge]);
  return concat([u16(0x8000 | body.length), body]);
}

/** True where the first bytes can only be an SSL 2.0 record with SERVER-HELLO or ERROR; null until enough bytes came. */
export function looksLikeSsl2(first: Uint8Array): boolean | null {
  const [head] = first;
  if (head === undefined) return null;
  const hasLongHeader = (head & 0x80) === 0;
  // A TLS record begins with 20 to 24, which would be a long SSL 2.0 header of a record of over 5,000 bytes.
  if (hasLongHeader && head >= 20 && head <= 24) return false;
  const type = first[hasLongHeader ? 3 : 2];
  return type === undefined ? null : type === messageTypes.serverHello || type === messageTypes.error;
}

function serverHello(reader: ByteReader): Ssl2Answer {
  reader.u8();
  reader.u8();
  const version = reader.u16();
  const certificateLength = reader.u16();
  const kindsLength = reader.u16();
  reader.u16();
  const certificate = reader.take(certificateLength);
  const specs = reader.window(kindsLength);
  const kinds: number[] = [];
  while (specs.remaining > 0) kinds.push(specs.u24());
  return { kind: 'server-hello', version, kinds, certificate };
}

/** Reads the first record of an SSL 2.0 server, or null until it is whole; throws ProtocolError. */
export function decodeSsl2Answer(bytes: Uint8Array): Ssl2Answer | null {
  const [high = 0, low = 0, padding = 0] = bytes;
  const isShort = (high & 0x80) !== 0;
  const headerBytes = isShort ? 2 : 3;
  const length = (high & (isShort ? 0x7f : 0x3f)) * 0x100 + low;
  if (bytes.length < headerBytes + length || bytes.length < 3) return null;
  if (!isShort && padding > length) throw new ProtocolError('more-padding-than-record', 2);
  const reader = new ByteReader(bytes, headerBytes, headerBytes + length - (isShort ? 0 : padding));
  const type = reader.u8();
  if (type === messageTypes.error) return { kind: 'error', code: reader.u16() };
  if (type !== messageTypes.serverHello) throw new ProtocolError('ssl2-message-type-unknown', headerBytes, type);
  return serverHello(reader);
}
