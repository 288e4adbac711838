import { ProtocolError } from '../../protocol-error.ts';
import { decodeAlert, endsConnection } from '../records/alert.ts';
import { ByteQueue } from '../records/byte-queue.ts';
import { type TlsRecord, contentTypes, RecordReader } from '../records/record.ts';
import { decodeSsl2Answer, looksLikeSsl2 } from '../records/ssl2.ts';
import { wireVersions } from '../registry/versions.ts';
import { takeMessage } from './flight-messages.ts';
import { emptyFlight, type Flight } from './flight-state.ts';
import { HandshakeReader } from './handshake.ts';

/** A flight is not read beyond this. */
export const maxFlightBytes = 256 * 1024;

const headBytes = 512;

/** One byte of content type and a tag of at least eight (RFC 9846 section 5.2, RFC 6655 section 6.1). */
const minCiphertextBytes = 9;

/** Records of 256 bytes each would fill a flight of the largest size. */
const maxEncryptedRecords = 1_024;

/** Reads a server's first flight from bytes in any pieces: ByteStream in, Flight out. */
export class FlightReader {
  readonly flight: Flight = emptyFlight();

  private readonly first = new ByteQueue();
  private readonly records = new RecordReader();
  private readonly handshake = new HandshakeReader();
  private format: 'unknown' | 'ssl2' | 'tls' = 'unknown';

  /** Takes the next bytes; throws ProtocolError on what breaks the protocol, and what was read before stays readable. */
  push(bytes: Uint8Array): void {
    const room = maxFlightBytes - this.flight.bytes;
    const taken = bytes.subarray(0, room);
    this.flight.bytes += taken.length;
    this.keepHead(taken);
    if (this.format !== 'tls') this.first.push(taken);
    if (this.format === 'unknown') this.recognise();
    else if (this.format === 'tls') this.records.push(taken);
    if (this.format === 'ssl2') this.readSsl2();
    if (this.format === 'tls') this.readRecords();
    if (bytes.length > room) throw new ProtocolError('flight-too-long', maxFlightBytes, maxFlightBytes);
  }

  private keepHead(bytes: Uint8Array): void {
    const { head } = this.flight;
    if (head.length >= headBytes) return;
    const kept = new Uint8Array(Math.min(headBytes, head.length + bytes.length));
    kept.set(head);
    kept.set(bytes.subarray(0, kept.length - head.length), head.length);
    this.flight.head = kept;
  }

  private recognise(): void {
    const isSsl2 = looksLikeSsl2(this.first.peek(4));
    if (isSsl2 === null) return;
    this.format = isSsl2 ? 'ssl2' : 'tls';
    if (!isSsl2) this.records.push(this.first.take(this.first.length));
  }

  private readSsl2(): void {
    this.flight.ssl2 ??= decodeSsl2Answer(this.first.peek(this.first.length));
  }

  private readRecords(): void {
    for (let record = this.records.next(); record !== null; record = this.records.next()) this.take(record);
  }

  private take(record: TlsRecord): void {
    if (this.flight.alert !== null) return;
    if (record.type === contentTypes.alert) this.takeAlert(record);
    else if (record.type === contentTypes.applicationData) this.takeEncrypted(record);
    else if (record.type === contentTypes.handshake) this.takeHandshake(record.fragment);
  }

  /** Before TLS 1.3 nothing is encrypted until the client has sent its keys. */
  private takeEncrypted(record: TlsRecord): void {
    const { serverHello, encrypted } = this.flight;
    if (serverHello === null || serverHello.version < wireVersions['TLSv1.3'] || serverHello.isRetryRequest)
      throw new ProtocolError('unexpected-application-data', 0);
    if (record.fragment.length < minCiphertextBytes || encrypted.length === maxEncryptedRecords)
      throw new ProtocolError('encrypted-records-without-handshake', 0);
    encrypted.push(record);
  }

  private takeAlert({ fragment }: TlsRecord): void {
    const alert = decodeAlert(fragment);
    if (endsConnection(alert)) this.flight.alert = alert;
  }

  private takeHandshake(fragment: Uint8Array): void {
    this.handshake.push(fragment);
    try {
      for (let message = this.handshake.next(); message !== null; message = this.handshake.next())
        takeMessage(this.flight, message);
    } finally {
      this.flight.largestMessageBytes = this.handshake.largestBytes;
    }
  }
}
