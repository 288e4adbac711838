import { connect, type Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { listenTls, type Listening } from '../machine/listen.ts';
import { parseClientHello, type ClientHello } from './client-hello.ts';
import { contentType } from './tls-wire.ts';

const supportedVersions = 43;
const { 'TLSv1.3': tls13 } = wireVersions;
const idleMs = 5000;
const maxHelloBytes = 20_000;

/** A real TLS 1.3 server without post-quantum groups on a loopback port, to which fakes forward connections. */
export function startBackend(group: Listening, options: TlsOptions): Promise<number> {
  const modern: TlsOptions = { ...options, minVersion: 'TLSv1.3', ecdhCurve: 'X25519:P-256:P-384' };
  return listenTls(group, { host: '127.0.0.1', port: 0 }, modern, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () =>
      socket.end('HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nbackend\n'),
    );
  });
}

/** Where a connection goes after its first ClientHello. */
export interface Ways {
  /** Bytes that answer a hello with TLS 1.3; undefined passes it to the backend. */
  readonly answer: (hello: ClientHello) => Buffer | undefined;
  readonly backendPort: number;
  /** Handles hellos without TLS 1.3. */
  readonly older: (socket: Socket, first: Buffer) => void;
}

/** Reads the first ClientHello and routes the connection. */
export function divide(socket: Socket, ways: Ways): void {
  let received = Buffer.alloc(0);
  socket.setTimeout(idleMs, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', onData);

  function onData(chunk: Buffer): void {
    received = Buffer.concat([received, chunk]);
    if (received.length > maxHelloBytes) return void socket.destroy();
    if (received[0] === contentType.handshake && received.length < wholeBytes(received)) return;
    const hello = helloIn(received);
    const answer = hello === undefined ? undefined : ways.answer(hello);
    if (answer !== undefined) {
      socket.write(answer);
      received = Buffer.alloc(0);
      return;
    }
    socket.off('data', onData);
    if (hello === undefined) return ways.older(socket, received);
    passOn(socket, received, ways.backendPort);
  }
}

const wholeBytes = (received: Buffer): number => (received.length < 5 ? Infinity : 5 + received.readUInt16BE(3));

/** The ClientHello, if it offers TLS 1.3. */
function helloIn(received: Buffer): ClientHello | undefined {
  if (received[0] !== contentType.handshake) return undefined;
  try {
    const hello = parseClientHello(received.subarray(5));
    const offered = hello.extensions.get(supportedVersions) ?? Buffer.alloc(0);
    return offered.subarray(1).includes(Buffer.from([tls13 >> 8, tls13 & 0xff])) ? hello : undefined;
  } catch {
    return undefined;
  }
}

function passOn(socket: Socket, first: Buffer, port: number): void {
  const onward = connect({ host: '127.0.0.1', port });
  onward.on('error', () => socket.destroy());
  socket.on('close', () => onward.destroy());
  onward.on('close', () => socket.destroy());
  onward.write(first);
  socket.pipe(onward).pipe(socket);
}
