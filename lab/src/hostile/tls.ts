import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { parseClientHello } from '../fakes/client-hello.ts';
import type { FakeIdentity } from '../fakes/behaviour.ts';
import { firstFlight } from '../fakes/flight.ts';
import { u16, u24 } from '@perimeter/protocols/bytes';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { contentType, handshake, handshakeType, record, vector16, vector24, vector8 } from '../fakes/tls-wire.ts';
import { afterRequest, drip, flood, type Hostility } from './hostility.ts';

const { 'TLSv1.2': tls12 } = wireVersions;
const rsaAes128Sha = 0x002f;
const aes128GcmSha256 = 0x1301;
const ecdheRsaAes128Gcm = 0xc02f;
const supportedVersions = 43;
const keyShare = 51;
const renegotiationInfo = 0xff01;

/** The random that makes a ServerHello a HelloRetryRequest (RFC 9846 section 4.2.3). */
const retryRandom = Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex');

const tls = (
  what: string,
  act: (socket: Socket, request: Buffer, identity: () => FakeIdentity) => void,
): Hostility => ({
  layer: 'tls',
  what,
  // Anything other than a TLS record, such as an SSL 2.0 hello, would crash the process of all hostile servers.
  serve: afterRequest((socket, request, identity) =>
    request[0] === contentType.handshake ? act(socket, request, identity) : void socket.end(),
  ),
});

/** Hostile TLS servers by name. */
export const tlsHostilities: Readonly<Record<string, Hostility>> = {
  'tls-tarpit': { layer: 'tls', what: 'Accepts, and answers no ClientHello', serve: (socket) => void socket.resume() },
  'tls-reset': tls('Resets on the ClientHello', (socket) => socket.resetAndDestroy()),
  'tls-close': tls('Closes on the ClientHello', (socket) => socket.end()),
  'tls-garbage': tls('Random bytes instead of a ServerHello', (socket) => socket.end(randomBytes(4096))),
  'tls-echo': tls('Sends the ClientHello back', (socket, request) => socket.end(request)),
  'tls-http': tls('Speaks HTTP in the clear on 443', (socket) =>
    socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'),
  ),
  'tls-fragments': tls('A valid first flight in records of one byte', (socket, request, identity) =>
    socket.write(inFragments(flight(request, identity()))),
  ),
  'tls-drip': tls('A valid first flight, one byte every 200 ms', (socket, request, identity) =>
    drip(socket, record(contentType.handshake, tls12, flight(request, identity())), 200),
  ),
  'tls-alerts': tls('Endless warning alerts', (socket) =>
    flood(socket, () => record(contentType.alert, tls12, Buffer.from([1, 90]))),
  ),
  'tls-empty-records': tls('Endless empty records', (socket) =>
    flood(socket, () => record(contentType.handshake, tls12, Buffer.alloc(0))),
  ),
  'tls-hello-requests': tls('Endless HelloRequest messages', (socket) =>
    flood(socket, () => record(contentType.handshake, tls12, handshake(0, Buffer.alloc(0)))),
  ),
  'tls-giant-message': tls('A handshake message of 16 MiB that goes on and on', (socket) => {
    socket.write(
      record(contentType.handshake, tls12, Buffer.concat([Buffer.from([handshakeType.certificate]), u24(0xffffff)])),
    );
    flood(socket, () => record(contentType.handshake, tls12, Buffer.alloc(16_384)));
  }),
  'tls-giant-record': tls('A record of 65,535 bytes', (socket) =>
    socket.write(Buffer.concat([Buffer.from([22]), u16(tls12), u16(0xffff), Buffer.alloc(0xffff)])),
  ),
  'tls-huge-chain': tls('A chain of 5,000 certificates', (socket, _request, identity) => {
    const [leaf = Buffer.alloc(0)] = identity().chain;
    const extensions = Buffer.concat([u16(renegotiationInfo), vector16(vector8())]);
    const chain = vector24(...Array.from({ length: 5000 }, () => vector24(leaf)));
    socket.write(
      inRecords(
        Buffer.concat([serverHello(ecdheRsaAes128Gcm, { extensions }), handshake(handshakeType.certificate, chain)]),
      ),
    );
  }),
  'tls-broken-certificate': tls('A certificate that is no DER', (socket) => {
    const chain = vector24(vector24(randomBytes(900)), vector24(Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff])));
    socket.write(
      record(
        contentType.handshake,
        tls12,
        Buffer.concat([
          serverHello(rsaAes128Sha),
          handshake(handshakeType.certificate, chain),
          handshake(handshakeType.serverHelloDone, Buffer.alloc(0)),
        ]),
      ),
    );
  }),
  'tls-unoffered-suite': tls('Chooses a suite that nobody offered', (socket) =>
    socket.end(record(contentType.handshake, tls12, serverHello(0x0abc))),
  ),
  'tls-future-version': tls('Chooses a version that does not exist', (socket) =>
    socket.end(record(contentType.handshake, 0x03ff, serverHello(rsaAes128Sha, { version: 0x03ff }))),
  ),
  'tls-endless-retry': {
    layer: 'tls',
    what: 'HelloRetryRequest to every ClientHello',
    serve: (socket) =>
      void socket.on('data', (request: Buffer) =>
        socket.write(record(contentType.handshake, tls12, helloRetryRequest(request))),
      ),
  },
  'tls-many-extensions': tls('A ServerHello with 5,000 extensions', (socket) => {
    const extensions = Buffer.concat(
      Array.from({ length: 5000 }, (_, index) => Buffer.concat([u16(0x6000 + index), vector16()])),
    );
    socket.end(inRecords(serverHello(rsaAes128Sha, { extensions })));
  }),
  'tls-short-lengths': tls('Lengths that point past their container', (socket) => {
    const hello = Buffer.from(serverHello(rsaAes128Sha));
    hello.writeUInt8(0xff, 38);
    socket.end(record(contentType.handshake, tls12, hello));
  }),
};

interface ServerHelloFields {
  readonly version?: number;
  readonly random?: Uint8Array;
  readonly sessionId?: Uint8Array;
  readonly extensions?: Uint8Array;
}

const nothing = new Uint8Array(0);

function serverHello(suite: number, fields: ServerHelloFields = {}): Buffer {
  const { version = tls12, random = randomBytes(32), sessionId = nothing, extensions = nothing } = fields;
  const tail = extensions.length > 0 ? vector16(extensions) : extensions;
  return handshake(
    handshakeType.serverHello,
    Buffer.concat([u16(version), random, vector8(sessionId), u16(suite), Buffer.from([0]), tail]),
  );
}

/** Echoes the ClientHello's session id (RFC 9846 section 4.2.3), which begins at byte 43 of the record. */
function helloRetryRequest(request: Buffer): Buffer {
  const secp384r1 = 24;
  const sessionIdAt = 43;
  const sessionId = request.subarray(sessionIdAt + 1, sessionIdAt + 1 + (request[sessionIdAt] ?? 0));
  const extensions = Buffer.concat([
    u16(supportedVersions),
    vector16(u16(wireVersions['TLSv1.3'])),
    u16(keyShare),
    vector16(u16(secp384r1)),
  ]);
  return serverHello(aes128GcmSha256, { random: retryRandom, extensions, sessionId });
}

function flight(request: Buffer, identity: FakeIdentity): Buffer {
  const hello = parseClientHello(request.subarray(5));
  const chosen = { kind: 'chosen', version: tls12, suite: ecdheRsaAes128Gcm, compression: 0 } as const;
  const { messages } = firstFlight(hello, chosen, { versions: [tls12], suites: [ecdheRsaAes128Gcm] }, identity);
  return Buffer.concat(messages);
}

function inFragments(content: Buffer): Buffer {
  return Buffer.concat([...content].map((octet) => record(contentType.handshake, tls12, Buffer.from([octet]))));
}

function inRecords(content: Buffer): Buffer {
  const maxRecordBytes = 16_384;
  const count = Math.ceil(content.length / maxRecordBytes);
  return Buffer.concat(
    Array.from({ length: count }, (_, index) =>
      record(contentType.handshake, tls12, content.subarray(index * maxRecordBytes, (index + 1) * maxRecordBytes)),
    ),
  );
}
