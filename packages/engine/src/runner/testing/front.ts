import { type Socket, connect, createServer } from 'node:net';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';

/** How a front handles a connection by its first bytes: forwards it, answers itself, or stays silent. */
export type Judge = (hello: Buffer) => 'through' | 'silence' | Buffer;

function letThrough(socket: Socket, behind: string): void {
  const onward = connect(443, behind);
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
  socket.pipe(onward).pipe(socket);
}

/** A local server in front of a lab host's port 443: the value for PERIMETER_DIAL_MAP. */
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

/** The suites of a ClientHello in one TLS record (RFC 9846 section 4.2.2); empty for other data. */
export function suitesIn(hello: Buffer): number[] {
  if (hello[0] !== 22 || hello.length < 46) return [];
  const start = 44 + (hello[43] ?? 0);
  const bytes = hello.readUInt16BE(start);
  return Array.from({ length: bytes / 2 }, (_, index) => hello.readUInt16BE(start + 2 + index * 2));
}
