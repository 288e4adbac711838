import { ByteReader } from '../byte-reader.ts';
import { concat, u16, u8, vector16, vector24 } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';

/** A SignedCertificateTimestamp of version 1 (RFC 6962 section 3.2). */
export interface SignedTimestamp {
  /** SHA-256 of the log's key. */
  logId: Uint8Array;
  /** Epoch milliseconds. */
  timestamp: number;
  extensions: Uint8Array;
  /** TLS HashAlgorithm and SignatureAlgorithm (RFC 5246 section 7.4.1.4.1). */
  hashAlgorithm: number;
  signatureAlgorithm: number;
  signature: Uint8Array;
}

/** What a log signed: a certificate, or what a certificate was before it had timestamps (RFC 6962 section 3.2). */
export type LogEntry =
  | { kind: 'certificate'; der: Uint8Array }
  | { kind: 'precertificate'; issuerKeyHash: Uint8Array; tbs: Uint8Array };

/** Maximum number of timestamps that are read; honest lists have two to six. */
const maxTimestamps = 32;

const logIdBytes = 32;
/** v1 (RFC 6962 section 3.2). */
const version1 = 0;
const certificateTimestamp = 0;

/** Serialised timestamps of a SignedCertificateTimestampList (RFC 6962 section 3.3); throws ProtocolError. */
export function decodeTimestampList(bytes: Uint8Array): Uint8Array[] {
  const reader = new ByteReader(bytes);
  const list = reader.window(reader.u16());
  reader.expectEnd('SignedCertificateTimestampList');
  if (list.remaining === 0) throw new ProtocolError('signed-certificate-timestamp-list-empty', 0);
  const timestamps: Uint8Array[] = [];
  while (list.remaining > 0) timestamps.push(list.vector16());
  return timestamps.slice(0, maxTimestamps);
}

/** Reads one timestamp; throws ProtocolError, also on a version other than 1. */
export function decodeTimestamp(bytes: Uint8Array): SignedTimestamp {
  const reader = new ByteReader(bytes);
  const version = reader.u8();
  if (version !== version1) throw new ProtocolError('sct-version-unknown', 0, version + 1);
  const logId = reader.take(logIdBytes);
  const timestamp = reader.u32() * 0x1_0000_0000 + reader.u32();
  if (!Number.isSafeInteger(timestamp)) throw new ProtocolError('sct-time-out-of-range', logIdBytes + 1);
  const extensions = reader.vector16();
  const hashAlgorithm = reader.u8();
  const signatureAlgorithm = reader.u8();
  const signature = reader.vector16();
  reader.expectEnd('SignedCertificateTimestamp');
  return { logId, timestamp, extensions, hashAlgorithm, signatureAlgorithm, signature };
}

const u64 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
};

/** The octets that a log's signature covers (RFC 6962 section 3.2). */
export function timestampSignedData({ timestamp, extensions }: SignedTimestamp, entry: LogEntry): Uint8Array {
  const logged =
    entry.kind === 'certificate' ? [u16(0), vector24(entry.der)] : [u16(1), entry.issuerKeyHash, vector24(entry.tbs)];
  return concat([u8(version1), u8(certificateTimestamp), u64(timestamp), ...logged, vector16(extensions)]);
}
