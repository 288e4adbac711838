import { type Socket, connect, createServer } from 'node:net';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';

/** What a front does with a connection by its first bytes: lets it through, answers in its place, or keeps silent. */
export type Judge = (hello: Buffer) => 'through' | 'silence' | Buffer;

function letThrough(socket: Socket, behind: string): void {
  const onward = connect(443, behind);
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
  socket.pipe(onward).pipe(socket);
}

/** A server of this machine before port 443 of a lab host: the value for PERIMETER_DIAL_MAP. */
export async function startFront(behind: string, judge: Judge): Promise<string> {
  const server = createServer((socket) => {
    socket.unref().on('error', () => {});
    socket.once('data', (hello: Buffer) => {
      const verdict = judge(hello);
      if (verdict === 'silence') return void socket.resume();
      if (verdict !== 'through') return void socket.end(verdict);
      socket.unshift(hello);
      letThrough(socket, behind);
    });
  });
  server.unref();
  const port = await takeFreePort(server);
  return `127.0.0.1:${port}`;
}

/** The suites of a ClientHello in one TLS record (RFC 9846 section 4.2.2); none of anything else. */
export function suitesIn(hello: Buffer): number[] {
  if (hello[0] !== 22 || hello.length < 46) return [];
  const start = 44 + (hello[43] ?? 0);
  const bytes = hello.readUInt16BE(start);
  return Array.from({ length: bytes / 2 }, (_, index) => hello.readUInt16BE(start + 2 + index * 2));
}
