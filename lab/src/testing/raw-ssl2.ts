import { connect } from 'node:net';
import { randomBytes } from 'node:crypto';
import { u16, u24, u8 } from '@perimeter/protocols/bytes';

/** A busy server answers later than an idle one, but not as late as this. */
const silenceMs = 30_000;
const kinds = [0x010080, 0x020080, 0x030080, 0x040080, 0x050080, 0x060040, 0x0700c0, 0x080080];

/** The kinds of SSL 2.0 ciphers in a server's SERVER-HELLO; empty when it sends none. */
export function askSsl2(address: string): Promise<readonly number[]> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port: 443 }, () => socket.write(ssl2ClientHello()));
    let received = Buffer.alloc(0);
    socket.setTimeout(silenceMs, () => settle([]));
    socket.on('error', () => settle([]));
    socket.on('close', () => settle([]));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const whole = received.length >= 13 && received.length >= 2 + (received.readUInt16BE(0) & 0x7fff);
      if (whole) settle(serverKinds(received));
    });
    function settle(found: readonly number[]): void {
      resolve(found);
      socket.destroy();
    }
  });
}

function ssl2ClientHello(): Buffer {
  const specs = Buffer.concat(kinds.map(u24));
  const body = Buffer.concat([u8(1), u16(2), u16(specs.length), u16(0), u16(16), specs, randomBytes(16)]);
  return Buffer.concat([u16(0x8000 | body.length), body]);
}

function serverKinds(message: Buffer): readonly number[] {
  const [clearServerHello, certificateBytes, specBytes] = [4, message.readUInt16BE(7), message.readUInt16BE(9)];
  if (message.readUInt8(2) !== clearServerHello) return [];
  const at = 13 + certificateBytes;
  return Array.from({ length: specBytes / 3 }, (_, index) => message.readUIntBE(at + index * 3, 3));
}
