import { u16, u24, u8 } from '@perimeter/protocols/bytes';

/** Encoding of TLS 1.2 and earlier (RFC 5246), for servers that only send a first flight. */

export const contentType = {
  changeCipherSpec: 20,
  alert: 21,
  handshake: 22,
  applicationData: 23,
  heartbeat: 24,
} as const;
export const handshakeType = {
  clientHello: 1,
  serverHello: 2,
  newSessionTicket: 4,
  certificate: 11,
  serverKeyExchange: 12,
  certificateRequest: 13,
  serverHelloDone: 14,
  clientKeyExchange: 16,
  finished: 20,
} as const;
export const alertCode = {
  closeNotify: 0,
  unexpectedMessage: 10,
  badRecordMac: 20,
  decryptionFailed: 21,
  recordOverflow: 22,
  handshakeFailure: 40,
  decryptError: 51,
  protocolVersion: 70,
  internalError: 80,
  inappropriateFallback: 86,
  noRenegotiation: 100,
  unrecognizedName: 112,
} as const;

/** Vectors with a length prefix of one, two or three bytes. */
export const vector8 = (...content: readonly Uint8Array[]): Buffer => prefixed(u8, content);
export const vector16 = (...content: readonly Uint8Array[]): Buffer => prefixed(u16, content);
export const vector24 = (...content: readonly Uint8Array[]): Buffer => prefixed(u24, content);

function prefixed(length: (value: number) => Uint8Array, content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([length(body.length), body]);
}

/** One record. */
export const record = (type: number, version: number, content: Uint8Array): Buffer =>
  Buffer.concat([u8(type), u16(version), vector16(content)]);

/** One handshake message. */
export const handshake = (type: number, content: Uint8Array): Buffer => Buffer.concat([u8(type), vector24(content)]);

/** Splits a stream into records; `onSsl2` receives ClientHellos with the two-byte header of SSL 2.0. */
export function recordReader(
  onRecord: (type: number, content: Buffer) => void,
  onSsl2: (message: Buffer) => void,
  onTooMuch: () => void,
): (chunk: Buffer) => void {
  const maxPendingBytes = 70_000;
  let pending = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    if (pending.length > maxPendingBytes) return onTooMuch();
    if (isFirst && pending.length >= 2 && (pending.readUInt8(0) & 0x80) !== 0) {
      const end = 2 + (pending.readUInt16BE(0) & 0x7fff);
      if (pending.length < end) return;
      const message = pending.subarray(2, end);
      pending = pending.subarray(end);
      return onSsl2(message);
    }
    while (pending.length >= 5 && pending.length >= 5 + pending.readUInt16BE(3)) {
      const end = 5 + pending.readUInt16BE(3);
      const [type, content] = [pending.readUInt8(0), pending.subarray(5, end)];
      pending = pending.subarray(end);
      isFirst = false;
      onRecord(type, content);
    }
  };
}
