import type { Socket } from 'node:net';
import type { FakeIdentity } from '../fakes/behaviour.ts';

/** The protocol before a server becomes hostile: HTTP is served in cleartext and within sound TLS. */
export type Layer = 'http' | 'tls' | 'smtp';

/** One attack on scanners; it handles each new connection. */
export interface Hostility {
  readonly layer: Layer;
  readonly what: string;
  readonly serve: (socket: Socket, identity: () => FakeIdentity) => void;
}

/** Maximum duration of a connection, so that a forgotten client cannot block the lab. */
const lifetimeMs = 300_000;

/** Ends a connection on errors and after its maximum duration, so that it cannot end the lab's process. */
export function tend(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), lifetimeMs);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => clearTimeout(timer));
}

/** Runs after the client's first data. */
export function afterRequest(
  act: (socket: Socket, request: Buffer, identity: () => FakeIdentity) => void,
): Hostility['serve'] {
  return (socket, identity) => {
    socket.once('data', (request: Buffer) => {
      socket.resume();
      act(socket, request, identity);
    });
  };
}

/** Writes endlessly, as fast as the client reads. */
export function flood(socket: Socket, next: (index: number) => Uint8Array | string): void {
  let index = 0;
  const more = (): void => {
    while (!socket.destroyed && socket.write(next(index))) {
      index += 1;
      if (index % 64 === 0) return void setImmediate(more);
    }
    index += 1;
  };
  socket.on('drain', more);
  more();
}

/** Writes one byte at a time, endlessly or until the content ends. */
export function drip(socket: Socket, content: Uint8Array, everyMs: number): void {
  let at = 0;
  const timer = setInterval(() => {
    socket.write(content.subarray(at, at + 1));
    at += 1;
    if (at >= content.length) at = 0;
  }, everyMs);
  socket.on('close', () => clearInterval(timer));
}
