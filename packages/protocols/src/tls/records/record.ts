import { ProtocolError } from '../../protocol-error.ts';
import { concat, u16, u8 } from '../../bytes.ts';
import { ByteQueue } from './byte-queue.ts';

/** Content types (RFC 9846 section 5.1, RFC 6520 section 3). */
export const contentTypes = {
  changeCipherSpec: 20,
  alert: 21,
  handshake: 22,
  applicationData: 23,
  heartbeat: 24,
} as const;

/** TLSCiphertext may expand the 2^14 bytes of plaintext by 2,048 (RFC 5246 section 6.2.3). */
export const maxRecordBytes = 18_432;

/** One record as it came. */
export interface TlsRecord {
  type: number;
  version: number;
  /** The five bytes before the fragment: the additional data of TLS 1.3's AEAD (RFC 9846 section 5.2). */
  header: Uint8Array;
  fragment: Uint8Array;
}

/** OpenSSL's limit: nobody sends more empty records in a row (RFC 9846 section 5.1 forbids them but for application data). */
const maxEmptyInRow = 32;

/** More than any handshake needs, in records of any size: each costs memory of its own. */
const maxRecords = 4_096;

const headerBytes = 5;
const alertBytes = 2;
const knownTypes: ReadonlySet<number> = new Set(Object.values(contentTypes));

/** One record around a fragment of at most 2^14 bytes. */
export const encodeRecord = (type: number, version: number, fragment: Uint8Array): Uint8Array =>
  concat([u8(type), u16(version), u16(fragment.length), fragment]);

/** Cuts a byte stream into records; how the stream was split on its way does not matter. */
export class RecordReader {
  private readonly queue = new ByteQueue();
  private consumed = 0;
  private records = 0;
  private emptyInRow = 0;

  push(bytes: Uint8Array): void {
    this.queue.push(bytes);
  }

  /** The next whole record, or null until more bytes come; throws ProtocolError on what cannot be a TLS record, and on floods. */
  next(): TlsRecord | null {
    if (this.queue.length < headerBytes) return null;
    const header = this.queue.peek(headerBytes);
    const [type = 0, major = 0, minor = 0, high = 0, low = 0] = header;
    const length = high * 0x100 + low;
    // BearSSL has no version yet when it refuses a hello, and writes 0.0.
    const isEarlyAlert = type === contentTypes.alert && major === 0 && length === alertBytes;
    if (!knownTypes.has(type) || (major !== 3 && !isEarlyAlert))
      throw new ProtocolError('not-a-tls-record', this.consumed);
    if (length > maxRecordBytes) throw new ProtocolError('tls-record-too-long', this.consumed, length);
    if (this.queue.length < headerBytes + length) return null;
    this.count(length);
    this.queue.take(headerBytes);
    this.consumed += headerBytes + length;
    return { type, version: major * 0x100 + minor, header, fragment: this.queue.take(length) };
  }

  /** Floods of tiny records fit into few bytes, and would still fill the memory. */
  private count(length: number): void {
    this.records += 1;
    this.emptyInRow = length === 0 ? this.emptyInRow + 1 : 0;
    if (this.emptyInRow > maxEmptyInRow || this.records > maxRecords)
      throw new ProtocolError('too-many-tls-records', this.consumed, length === 0 ? maxEmptyInRow : maxRecords);
  }
}
