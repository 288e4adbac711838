import { ByteReader } from '../../byte-reader.ts';
import { codes16, concat, u16, vector16, vector8 } from '../../bytes.ts';
import { type Extension, decodeExtensionList, encodeExtensions } from './extensions.ts';
import { encodeHandshake, handshakeTypes } from './handshake.ts';
import { contentTypes, encodeRecord } from '../records/record.ts';
import { wireVersions } from '../registry/versions.ts';

/** A ClientHello of SSL 3.0 to TLS 1.3 as it stands on the wire (RFC 9846 section 4.2.2). */
export interface ClientHello {
  /** legacy_version: TLS 1.3 says 0x0303 here and its own number in supported_versions. */
  version: number;
  /** 32 bytes. */
  random: Uint8Array;
  /** At most 32 bytes. */
  sessionId: Uint8Array;
  suites: readonly number[];
  compressionMethods: readonly number[];
  /** Null: no extension block at all, as SSL 3.0 knew it. */
  extensions: readonly Extension[] | null;
}

/** The handshake message, as it goes into a transcript. */
export function encodeClientHello(hello: ClientHello): Uint8Array {
  const body = concat([
    u16(hello.version),
    hello.random,
    vector8(hello.sessionId),
    vector16(codes16(hello.suites)),
    vector8(Uint8Array.from(hello.compressionMethods)),
    hello.extensions === null ? new Uint8Array(0) : encodeExtensions(hello.extensions),
  ]);
  return encodeHandshake(handshakeTypes.clientHello, body);
}

/** The message in a record; the record says TLS 1.0 unless the hello is SSL 3.0's (RFC 9846 section 5.1). */
export const clientHelloRecord = (message: Uint8Array, version: number): Uint8Array =>
  encodeRecord(
    contentTypes.handshake,
    version === wireVersions.SSLv3 ? wireVersions.SSLv3 : wireVersions['TLSv1.0'],
    message,
  );

/** Reads the body of a ClientHello; throws ProtocolError. */
export function decodeClientHello(body: Uint8Array): ClientHello {
  const reader = new ByteReader(body);
  const hello = {
    version: reader.u16(),
    random: reader.take(32),
    sessionId: reader.vector8(),
    suites: reader.window(reader.u16()).codes16(),
    compressionMethods: [...reader.vector8()],
    extensions: reader.remaining === 0 ? null : decodeExtensionList(reader),
  };
  reader.expectEnd('ClientHello');
  return hello;
}
