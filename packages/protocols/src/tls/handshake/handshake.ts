import { ProtocolError } from '../../protocol-error.ts';
import { concat, u8, vector24 } from '../../bytes.ts';
import { ByteQueue } from '../records/byte-queue.ts';

/** Handshake message types (IANA TLS HandshakeType registry). */
export const handshakeTypes = {
  helloRequest: 0,
  clientHello: 1,
  serverHello: 2,
  newSessionTicket: 4,
  encryptedExtensions: 8,
  certificate: 11,
  serverKeyExchange: 12,
  certificateRequest: 13,
  serverHelloDone: 14,
  certificateVerify: 15,
  clientKeyExchange: 16,
  finished: 20,
  certificateStatus: 22,
  messageHash: 254,
} as const;

/** One handshake message: its body, and the whole of it for the transcript. */
export interface HandshakeMessage {
  type: number;
  body: Uint8Array;
  whole: Uint8Array;
}

/** More than any message that we want; chains of twenty large certificates fit. */
const maxMessageBytes = 256 * 1024;
const headerBytes = 4;

/** A message with its type and three-byte length (RFC 9846 section 4). */
export const encodeHandshake = (type: number, body: Uint8Array): Uint8Array => concat([u8(type), vector24(body)]);

/** Joins handshake fragments and cuts them into messages. */
export class HandshakeReader {
  /** Bytes of the largest message so far by its header, read or refused. */
  largestBytes = 0;
  private readonly queue = new ByteQueue();

  push(fragment: Uint8Array): void {
    this.queue.push(fragment);
  }

  /** The next whole message, or null until more fragments come; throws ProtocolError on an absurd length. */
  next(): HandshakeMessage | null {
    if (this.queue.length < headerBytes) return null;
    const [type = 0, high = 0, middle = 0, low = 0] = this.queue.peek(headerBytes);
    const length = high * 0x1_0000 + middle * 0x100 + low;
    this.largestBytes = Math.max(this.largestBytes, length);
    if (length > maxMessageBytes) throw new ProtocolError('handshake-message-too-long', 0, length);
    if (this.queue.length < headerBytes + length) return null;
    const whole = this.queue.take(headerBytes + length);
    return { type, body: whole.subarray(headerBytes), whole };
  }
}
