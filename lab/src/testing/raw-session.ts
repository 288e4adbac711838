import { constants, createCipheriv, createHmac, publicEncrypt, randomBytes, X509Certificate } from 'node:crypto';
import { connect } from 'node:net';
import { parseClientHello } from '../fakes/client-hello.ts';
import { recordCipher, splitKeys, type RecordCipher } from '../fakes/records.ts';
import { keyBlock, masterSecret, verifyData, type SecretInput } from '../fakes/secrets.ts';
import { protectionOf } from '../fakes/suites.ts';
import { u16, u8 } from '@perimeter/protocols/bytes';
import { contentType, handshake, handshakeType, record, vector16, vector8 } from '../fakes/tls-wire.ts';

/** What a server says next: a record as it stands on the wire, its end, or nothing. */
export type Heard = { readonly type: number; readonly content: Buffer } | 'closed' | 'silence';

/** A connection of records, without any protection. */
export interface RawConnection {
  readonly send: (type: number, content: Uint8Array) => void;
  /** Waits long for an answer; where silence is expected, the milliseconds that count as such. */
  readonly hear: (silenceMs?: number) => Promise<Heard>;
  readonly close: () => void;
}

const tls12 = 0x0303;
const rsaAes128Sha = 0x002f;

/** Opens a connection to a port of loopback. */
export function openRaw(port: number): RawConnection {
  const socket = connect({ host: '127.0.0.1', port });
  let received = Buffer.alloc(0);
  let isClosed = false;
  let wake = (): void => undefined;
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  const end = (): void => {
    isClosed = true;
    wake();
  };
  socket.on('close', end).on('end', end).on('error', end);
  const take = (): Heard | undefined => {
    const size = received.length < 5 ? Infinity : 5 + received.readUInt16BE(3);
    if (received.length < size) return isClosed ? 'closed' : undefined;
    const [type, content] = [received.readUInt8(0), received.subarray(5, size)];
    received = received.subarray(size);
    return { type, content };
  };
  return {
    send: (type, content) => void socket.write(record(type, tls12, content)),
    close: () => void socket.destroy(),
    hear: (silenceMs = 30_000) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => settle('silence'), silenceMs);
        const look = (): void => {
          const heard = take();
          if (heard !== undefined) settle(heard);
        };
        const settle = (heard: Heard): void => {
          clearTimeout(timer);
          wake = () => undefined;
          resolve(heard);
        };
        wake = look;
        look();
      }),
  };
}

/** A ClientHello of TLS 1.2 that offers these suites. */
export function rawHello(
  suites: readonly number[],
  extensions: readonly Buffer[] = [],
  sessionId: Uint8Array = Buffer.alloc(0),
): Buffer {
  const body = [u16(tls12), randomBytes(32), vector8(sessionId), vector16(...suites.map(u16)), vector8(u8(0))];
  const block = extensions.length > 0 ? [vector16(...extensions)] : [];
  return handshake(handshakeType.clientHello, Buffer.concat([...body, ...block]));
}

/** A first flight in reply to a hello: its messages by type. */
export async function hearFlight(connection: RawConnection): Promise<ReadonlyMap<number, Buffer>> {
  const messages = new Map<number, Buffer>();
  let pending = Buffer.alloc(0);
  while (!messages.has(handshakeType.serverHelloDone)) {
    const heard = await connection.hear();
    if (typeof heard === 'string' || heard.type !== contentType.handshake)
      throw new Error(`No first flight but ${JSON.stringify(heard)}`);
    pending = Buffer.concat([pending, heard.content]);
    while (pending.length >= 4 && pending.length >= 4 + pending.readUIntBE(1, 3)) {
      const end = 4 + pending.readUIntBE(1, 3);
      messages.set(pending.readUInt8(0), pending.subarray(0, end));
      pending = pending.subarray(end);
    }
  }
  return messages;
}

/** The client's half of a handshake with RSA key exchange and AES-128-CBC-SHA, in which each part can be falsified. */
export interface RsaHandshake {
  readonly connection: RawConnection;
  /** Sends ClientKeyExchange, ChangeCipherSpec and Finished, or another sealed record in its place. */
  readonly finish: (spoil?: (block: Buffer) => Buffer, inPlaceOfFinished?: Buffer) => void;
  /** Seals content under the client's keys, soundly. */
  readonly cipher: () => RecordCipher;
  /** Seals whatever is given as content, MAC and padding together. */
  readonly sealRaw: (plain: Buffer) => Buffer;
  /** The MAC of the next record over this content. */
  readonly macOf: (sequence: number, type: number, content: Buffer) => Buffer;
}

/** Gets as far as the server's first flight. */
export async function startRsaHandshake(port: number): Promise<RsaHandshake> {
  const connection = openRaw(port);
  const hello = rawHello([rsaAes128Sha]);
  connection.send(contentType.handshake, hello);
  const flight = await hearFlight(connection);
  const serverHello = flight.get(handshakeType.serverHello) ?? Buffer.alloc(0);
  const leaf = new X509Certificate((flight.get(handshakeType.certificate) ?? Buffer.alloc(0)).subarray(10));
  const premaster = Buffer.concat([u16(tls12), randomBytes(46)]);
  const input: SecretInput = {
    version: tls12,
    prf: 'sha256',
    clientRandom: parseClientHello(hello).random,
    serverRandom: serverHello.subarray(6, 38),
  };
  const master = masterSecret(input, premaster, undefined);
  const protection = protectionOf(rsaAes128Sha);
  if (protection === undefined) throw new Error('Starting a raw handshake: the suite is not known');
  const keys = splitKeys(keyBlock(input, master, 104), protection).client;
  const sealing = recordCipher(protection, keys, tls12);
  const [ownHello, ...others] = [hello, ...flight.values()];
  return {
    connection,
    cipher: () => sealing,
    sealRaw(plain) {
      const iv = randomBytes(16);
      const aes = createCipheriv('aes-128-cbc', keys.key, iv).setAutoPadding(false);
      return Buffer.concat([iv, aes.update(plain), aes.final()]);
    },
    macOf(sequence, type, content) {
      const number = Buffer.alloc(8);
      number.writeUInt32BE(sequence, 4);
      const covered = Buffer.concat([number, u8(type), u16(tls12), u16(content.length), content]);
      return createHmac('sha1', keys.mac).update(covered).digest();
    },
    finish(spoil = (block) => block, inPlaceOfFinished) {
      const block = spoil(encode(premaster, 256));
      const key = leaf.publicKey;
      const encrypted = publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, block);
      const exchange = handshake(handshakeType.clientKeyExchange, vector16(encrypted));
      const verify = verifyData(input, master, 'client', Buffer.concat([ownHello ?? hello, ...others, exchange]));
      connection.send(contentType.handshake, exchange);
      connection.send(contentType.changeCipherSpec, u8(1));
      connection.send(
        contentType.handshake,
        inPlaceOfFinished ?? sealing.seal(contentType.handshake, handshake(handshakeType.finished, verify)),
      );
    },
  };
}

/** PKCS #1 block type 2 (RFC 8017 section 7.2.1), with padding that has no zero in it. */
function encode(premaster: Buffer, bytes: number): Buffer {
  const padding = Buffer.alloc(bytes - 3 - premaster.length, 0x5a);
  return Buffer.concat([Buffer.from([0, 2]), padding, Buffer.from([0]), premaster]);
}
