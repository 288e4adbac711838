import { octets, service, type TcpFake } from './fake.ts';

/** RFB: after the versions the server lists its security types (RFC 6143 section 7.1.2): 1 is none, 2 a password. */
export function vnc(security: 'none' | 'password'): TcpFake {
  return (socket) => {
    let isAgreed = false;
    const talk = service(octets('RFB 003.008\n'), (message) => {
      if (isAgreed) return 'close';
      if (message.length < 12) return null;
      isAgreed = true;
      return Buffer.from(security === 'none' ? [1, 1] : [1, 2]);
    });
    talk(socket);
  };
}

/** The X Window System: a client without authorization data is accepted (1), or refused (0) with a reason. */
export const x11 = (isOpen: boolean): TcpFake =>
  service(null, (message) => {
    if (message.length < 12) return null;
    if (message[0] !== 0x6c && message[0] !== 0x42) return 'close';
    const isLittle = message[0] === 0x6c;
    const number = (value: number): readonly number[] => (isLittle ? [value, 0] : [0, value]);
    const reason = 'No protocol specified\n\0\0';
    if (!isOpen) {
      return Buffer.concat([Buffer.from([0, 22, ...number(11), ...number(0), ...number(6)]), octets(reason)]);
    }
    const vendor = octets('The X.Org Foundation');
    const body = Buffer.alloc(32 + vendor.length);
    vendor.copy(body, 32);
    return Buffer.concat([Buffer.from([1, 0, ...number(11), ...number(0), ...number(body.length / 4)]), body]);
  });

/** A message of the Android Debug Bridge: command, two arguments, length and sum of the data, and the command inverted. */
function adbMessage(command: string, first: number, second: number, data: Buffer): Buffer {
  const head = Buffer.alloc(24);
  head.write(command, 0, 'latin1');
  head.writeUInt32LE(first, 4);
  head.writeUInt32LE(second, 8);
  head.writeUInt32LE(data.length, 12);
  head.writeUInt32LE(
    data.reduce((sum, octet) => sum + octet, 0),
    16,
  );
  head.writeUInt32LE((head.readUInt32LE(0) ^ 0xffffffff) >>> 0, 20);
  return Buffer.concat([head, data]);
}

/** Android Debug Bridge: CNXN is answered by CNXN, or by AUTH with a token to sign. */
export const adb = (isOpen: boolean): TcpFake =>
  service(null, (message) => {
    if (message.length < 24) return null;
    if (message.toString('latin1', 0, 4) !== 'CNXN') return 'close';
    return isOpen
      ? adbMessage('CNXN', 0x0100_0000, 4096, octets('device::ro.product.name=lab;ro.product.model=lab;\0'))
      : adbMessage('AUTH', 1, 0, Buffer.alloc(20, 7));
  });
