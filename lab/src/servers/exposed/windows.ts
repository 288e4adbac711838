import { octets, service, type TcpFake } from './fake.ts';

const HYBRID = 2;
const SSL = 1;

/** TPKT and X.224 Connection Confirm with a negotiation response or failure (MS-RDPBCGR 2.2.1.2). */
const confirm = (type: 2 | 3, value: number): Buffer =>
  Buffer.from([3, 0, 0, 19, 14, 0xd0, 0, 0, 0x12, 0x34, 0, type, 0, 8, 0, value, 0, 0, 0]);

/** Protocols that the client offers; 0 (standard security) where it sends no negotiation request. */
function protocolsIn(message: Buffer): number {
  const at = message.indexOf(Buffer.from([1, 0, 8, 0]), 7);
  return at < 0 || at + 8 > message.length ? 0 : message.readUInt32LE(at + 4);
}

/** RDP: with network level authentication only HYBRID is accepted (failure 5: HYBRID_REQUIRED_BY_SERVER), without it TLS or less. */
export const rdp = (wantsNla: boolean): TcpFake =>
  service(null, (message) => {
    if (message.length < 7 || message.length < message.readUInt16BE(2)) return null;
    if (message[0] !== 3 || message[5] !== 0xe0) return 'close';
    const offered = protocolsIn(message);
    if (wantsNla) return (offered & HYBRID) === 0 ? confirm(3, 5) : confirm(2, HYBRID);
    return confirm(2, offered & SSL);
  });

/** DCE/RPC bind is acknowledged (C706 section 12.6.4.4). */
export const endpointMapper: TcpFake = service(null, (message) => {
  if (message.length < 16) return null;
  if (message[0] !== 5 || message[2] !== 11) return 'close';
  const body = [0xd0, 0x16, 0xd0, 0x16, 0, 0, 1, 0, 4, 0, 0x31, 0x33, 0x35, 0, 0, 0, 1, 0, 0, 0];
  return Buffer.concat([
    Buffer.from([5, 0, 12, 3, 16, 0, 0, 0, body.length + 16, 0, 0, 0]),
    message.subarray(12, 16),
    Buffer.from(body),
  ]);
});

const netbiosFrame = (body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0, 0, body.length >> 8, body.length & 0xff]), body]);

/** An SMB1 NEGOTIATE response that picks a dialect (MS-CIFS 2.2.4.52.2). */
function smb1Response(dialect: number): Buffer {
  const header = Buffer.alloc(32);
  header.set([0xff, 0x53, 0x4d, 0x42, 0x72]);
  header[9] = 0x98;
  const words = Buffer.alloc(35);
  words[0] = 17;
  words.writeUInt16LE(dialect, 1);
  words[3] = 3;
  return netbiosFrame(Buffer.concat([header, words, Buffer.from([8, 0]), octets('saltsalt')]));
}

/** An SMB2 NEGOTIATE response (MS-SMB2 2.2.4); 0x02ff answers a client that began with SMB1. */
function smb2Response(dialect: number): Buffer {
  const header = Buffer.alloc(64);
  header.set([0xfe, 0x53, 0x4d, 0x42, 64]);
  header[16] = 1;
  const body = Buffer.alloc(65);
  body[0] = 65;
  body[2] = 1;
  body.writeUInt16LE(dialect, 4);
  body[56] = 128;
  return netbiosFrame(Buffer.concat([header, body]));
}

const smb2Dialects = [0x0202, 0x0210, 0x0300, 0x0302, 0x0311];

function smb2Choice(message: Buffer): number {
  const count = message.length > 104 ? message.readUInt16LE(70) : 0;
  const offered = Array.from({ length: Math.min(count, 8) }, (_, index) =>
    message.length >= 106 + index * 2 ? message.readUInt16LE(104 + index * 2) : 0,
  );
  return Math.max(0, ...offered.filter((dialect) => smb2Dialects.includes(dialect)));
}

/** SMB: with SMB1 the dialect NT LM 0.12 is picked; without it a client that offers nothing else is cut off. */
export const smb = (speaksSmb1: boolean): TcpFake =>
  service(null, (message) => {
    if (message.length < 4 || message.length < 4 + message.readUInt16BE(2)) return null;
    // NetBIOS session request on port 139 (RFC 1002 section 4.3.2).
    if (message[0] === 0x81) return Buffer.from([0x82, 0, 0, 0]);
    if (message[4] === 0xfe) return smb2Response(smb2Choice(message));
    if (message[4] !== 0xff) return 'close';
    const dialects = message
      .toString('latin1', 39)
      .split('\0')
      .map((name) => (name.startsWith('\u0002') ? name.slice(1) : name));
    if (dialects.includes('SMB 2.???') || dialects.includes('SMB 2.002')) return smb2Response(0x02ff);
    const legacy = dialects.indexOf('NT LM 0.12');
    return speaksSmb1 && legacy >= 0 ? smb1Response(legacy) : 'close';
  });
