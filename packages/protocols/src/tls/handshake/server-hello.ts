import { ByteReader } from '../../byte-reader.ts';
import { sameBytes } from '../../bytes.ts';
import { type Extensions, decodeExtensions, extensionTypes } from './extensions.ts';

/** A ServerHello or HelloRetryRequest (RFC 9846 sections 4.2.3 and 4.2.4), of SSL 3.0 to TLS 1.3. */
export interface ServerHello {
  /** The version that was negotiated: supported_versions where present, else the one in the message. */
  version: number;
  random: Uint8Array;
  sessionId: Uint8Array;
  suite: number;
  compressionMethod: number;
  extensions: Extensions;
  isRetryRequest: boolean;
  /** Group of key_share: what the share is for, or what a HelloRetryRequest asks for. */
  group: number | null;
  /** The server's public value; null in a HelloRetryRequest and before TLS 1.3. */
  publicValue: Uint8Array | null;
}

/** SHA-256 of "HelloRetryRequest", the random that marks one (RFC 9846 section 4.2.3). */
export const retryRequestRandom: Uint8Array = Uint8Array.from(
  [0xcf21ad74, 0xe59a6111, 0xbe1d8c02, 0x1e65b891, 0xc2a21116, 0x7abb8c5e, 0x079e09e2, 0xc8a8339c].flatMap((word) => [
    (word >>> 24) & 0xff,
    (word >>> 16) & 0xff,
    (word >>> 8) & 0xff,
    word & 0xff,
  ]),
);

/** Last eight bytes of the random of a server that was made to speak less than it can (RFC 9846 section 4.2.3). */
const sentinelToTls12 = Uint8Array.of(0x44, 0x4f, 0x57, 0x4e, 0x47, 0x52, 0x44, 0x01);
const sentinelBelow = Uint8Array.of(0x44, 0x4f, 0x57, 0x4e, 0x47, 0x52, 0x44, 0x00);

/** True where the random carries a downgrade sentinel. */
export function hasDowngradeSentinel(random: Uint8Array): boolean {
  const tail = random.subarray(24);
  return sameBytes(tail, sentinelToTls12) || sameBytes(tail, sentinelBelow);
}

function selectedVersion(extensions: Extensions, legacy: number): number {
  const data = extensions.get(extensionTypes.supportedVersions);
  if (data === undefined) return legacy;
  const reader = new ByteReader(data);
  const version = reader.u16();
  reader.expectEnd('supported_versions');
  return version;
}

function shareOf(extensions: Extensions, isRetryRequest: boolean): Pick<ServerHello, 'group' | 'publicValue'> {
  const data = extensions.get(extensionTypes.keyShare);
  if (data === undefined) return { group: null, publicValue: null };
  const reader = new ByteReader(data);
  const group = reader.u16();
  const publicValue = isRetryRequest ? null : reader.vector16();
  reader.expectEnd('key_share');
  return { group, publicValue };
}

/** Reads the body of a ServerHello; throws ProtocolError. */
export function decodeServerHello(body: Uint8Array): ServerHello {
  const reader = new ByteReader(body);
  const legacyVersion = reader.u16();
  const random = reader.take(32);
  const sessionId = reader.vector8();
  const suite = reader.u16();
  const compressionMethod = reader.u8();
  // Early TLS 1.0 had no extension block, and an absent one is still legal (RFC 5246 section 7.4.1.3).
  const extensions: Extensions = reader.remaining === 0 ? new Map() : decodeExtensions(reader);
  reader.expectEnd('ServerHello');
  const isRetryRequest = sameBytes(random, retryRequestRandom);
  const version = selectedVersion(extensions, legacyVersion);
  return {
    version,
    random,
    sessionId,
    suite,
    compressionMethod,
    extensions,
    isRetryRequest,
    ...shareOf(extensions, isRetryRequest),
  };
}

/** The one protocol in the data of a server's ALPN extension (RFC 7301 section 3.1); throws ProtocolError. */
export function protocolNamed(data: Uint8Array): string {
  const reader = new ByteReader(data);
  const list = reader.window(reader.u16());
  const name = list.vector8();
  list.expectEnd('ALPN');
  reader.expectEnd('ALPN');
  return String.fromCharCode(...name);
}

/** The one protocol that a server chose by ALPN, or null; throws ProtocolError. */
export function selectedProtocol(extensions: Extensions): string | null {
  const data = extensions.get(extensionTypes.alpn);
  return data === undefined ? null : protocolNamed(data);
}
