import { ProtocolError } from '../../protocol-error.ts';
import { type Alert, decodeAlert, endsConnection } from '../records/alert.ts';
import { ByteQueue } from '../records/byte-queue.ts';
import { decodeCertificates, decodeCertificateStatus } from './certificate.ts';
import { type CertificateRequest, decodeCertificateRequest } from './certificate-request.ts';
import { type Extensions, extensionTypes } from './extensions.ts';
import { type HandshakeMessage, HandshakeReader, handshakeTypes } from './handshake.ts';
import { type TlsRecord, contentTypes, RecordReader } from '../records/record.ts';
import { type ServerHello, decodeServerHello } from './server-hello.ts';
import { type ServerKeyExchange, decodeServerKeyExchange } from './server-key-exchange.ts';
import { type Ssl2Answer, decodeSsl2Answer, looksLikeSsl2 } from '../records/ssl2.ts';
import { cipherSuites } from '../registry/suites.ts';

/** A server's first flight as far as it came. */
export interface Flight {
  serverHello: ServerHello | null;
  /** The ServerHello's bytes, for the transcript of TLS 1.3. */
  serverHelloMessage: Uint8Array | null;
  /** DER, leaf first; null until a Certificate message came. */
  certificates: Uint8Array[] | null;
  ocspResponse: Uint8Array | null;
  serverKeyExchange: ServerKeyExchange | null;
  certificateRequest: CertificateRequest | null;
  /** ServerHelloDone came. */
  done: boolean;
  /** The alert that ended the connection; warnings are passed over. */
  alert: Alert | null;
  ssl2: Ssl2Answer | null;
  /** Encrypted records of TLS 1.3. */
  encrypted: TlsRecord[];
  bytes: number;
  /** The largest handshake message by its header, in bytes, read or refused. */
  largestMessageBytes: number;
  /** The first bytes as they came, at most 512. */
  head: Uint8Array;
}

/** True where the server has agreed to show a raw public key in place of a certificate (RFC 7250 section 4.2). */
export const showsRawKey = (extensions: Extensions): boolean =>
  extensions.get(extensionTypes.serverCertificateType)?.[0] === rawPublicKey;

const rawPublicKey = 2;

/** A flight is not read beyond this. */
export const maxFlightBytes = 256 * 1024;

const headBytes = 512;

/** Reads a server's first flight from bytes in any pieces: ByteStream in, Flight out. */
export class FlightReader {
  readonly flight: Flight = {
    serverHello: null,
    serverHelloMessage: null,
    certificates: null,
    ocspResponse: null,
    serverKeyExchange: null,
    certificateRequest: null,
    done: false,
    alert: null,
    ssl2: null,
    encrypted: [],
    bytes: 0,
    largestMessageBytes: 0,
    head: new Uint8Array(0),
  };

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
    if (bytes.length > room) throw new ProtocolError(`Flight of more than ${maxFlightBytes} bytes`, maxFlightBytes);
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
    else if (record.type === contentTypes.applicationData) this.flight.encrypted.push(record);
    else if (record.type === contentTypes.handshake) this.takeHandshake(record.fragment);
  }

  private takeAlert({ fragment }: TlsRecord): void {
    const alert = decodeAlert(fragment);
    if (endsConnection(alert)) this.flight.alert = alert;
  }

  private takeHandshake(fragment: Uint8Array): void {
    this.handshake.push(fragment);
    try {
      for (let message = this.handshake.next(); message !== null; message = this.handshake.next())
        this.message(message);
    } finally {
      this.flight.largestMessageBytes = this.handshake.largestBytes;
    }
  }

  private message({ type, body, whole }: HandshakeMessage): void {
    const { flight } = this;
    if (type === handshakeTypes.serverHello) {
      if (flight.serverHello !== null) throw new ProtocolError('A second ServerHello', 0);
      flight.serverHello = decodeServerHello(body);
      flight.serverHelloMessage = whole;
      return;
    }
    const hello = flight.serverHello;
    if (hello === null) throw new ProtocolError(`Handshake message ${type} before ServerHello`, 0);
    if (type === handshakeTypes.certificate)
      flight.certificates = showsRawKey(hello.extensions) ? [] : decodeCertificates(body);
    else if (type === handshakeTypes.certificateStatus) flight.ocspResponse = decodeCertificateStatus(body);
    else if (type === handshakeTypes.serverKeyExchange) {
      flight.serverKeyExchange = decodeServerKeyExchange(body, cipherSuites.get(hello.suite), hello.version);
    } else if (type === handshakeTypes.certificateRequest) {
      flight.certificateRequest = decodeCertificateRequest(body, hello.version);
    } else if (type === handshakeTypes.serverHelloDone) flight.done = true;
  }
}
