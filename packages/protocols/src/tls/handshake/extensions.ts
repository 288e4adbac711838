import { ProtocolError } from '../../protocol-error.ts';
import type { ByteReader } from '../../byte-reader.ts';
import { concat, u16, vector16 } from '../../bytes.ts';

/** Extension types (IANA TLS ExtensionType registry; next_protocol_negotiation was never registered). */
export const extensionTypes = {
  serverName: 0,
  maxFragmentLength: 1,
  statusRequest: 5,
  supportedGroups: 10,
  ecPointFormats: 11,
  srp: 12,
  signatureAlgorithms: 13,
  heartbeat: 15,
  alpn: 16,
  signedCertificateTimestamp: 18,
  serverCertificateType: 20,
  padding: 21,
  encryptThenMac: 22,
  extendedMasterSecret: 23,
  sessionTicket: 35,
  earlyData: 42,
  supportedVersions: 43,
  cookie: 44,
  pskKeyExchangeModes: 45,
  keyShare: 51,
  nextProtocolNegotiation: 13172,
  renegotiationInfo: 0xff01,
} as const;

/** An extension as type and data. */
export interface Extension {
  type: number;
  data: Uint8Array;
}

/** Extensions of one message by type. */
export type Extensions = ReadonlyMap<number, Uint8Array>;

/** The extension block with its length; an absent block is not the same as an empty one. */
export const encodeExtensions = (extensions: readonly Extension[]): Uint8Array =>
  vector16(...extensions.map(({ type, data }) => concat([u16(type), vector16(data)])));

/** Reads an extension block in order; throws ProtocolError on a type that comes twice (RFC 9846 section 4.3). */
export function decodeExtensionList(reader: ByteReader): Extension[] {
  const block = reader.window(reader.u16());
  const extensions: Extension[] = [];
  const types = new Set<number>();
  while (block.remaining > 0) {
    const type = block.u16();
    if (types.has(type)) throw new ProtocolError('extension-repeated', block.offset, type);
    types.add(type);
    extensions.push({ type, data: block.vector16() });
  }
  return extensions;
}

/** Reads an extension block by type. */
export const decodeExtensions = (reader: ByteReader): Extensions =>
  new Map(decodeExtensionList(reader).map(({ type, data }) => [type, data]));

/** RawPublicKey among certificate types (RFC 7250 section 3). */
const rawPublicKey = 2;

/** True where the server has agreed to show a raw public key in place of a certificate (RFC 7250 section 4.2). */
export const showsRawKey = (extensions: Extensions): boolean =>
  extensions.get(extensionTypes.serverCertificateType)?.[0] === rawPublicKey;
