import { type Socket, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { concat, u8, u16, vector24 } from '@perimeter/protocols/bytes';
import { encodeRecord } from '@perimeter/protocols/tls/records/record';
import type { LocalServer } from '../../../tls/testing/local-server.ts';
import { startNode, startRaw } from '../../../tls/testing/servers.ts';

/** What a hostile server sends: a beginning, then the same bytes without end. */
interface Stream {
  first: Uint8Array;
  flood: Uint8Array;
}

const nothing = new Uint8Array(0);
/** Size of each write, about that of a socket read. */
const writeBytes = 65_536;

const repeated = (type: number, content: Uint8Array): Uint8Array => {
  const record = encodeRecord(type, 0x0303, content);
  return concat(Array.from({ length: Math.ceil(writeBytes / record.length) }, () => record));
};

const ones = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(1);

const helloOf = (suite: number, extensions: Uint8Array): Uint8Array => {
  const body = concat([u16(0x0303), ones(32), u8(0), u16(suite), u8(0), extensions]);
  return encodeRecord(22, 0x0303, concat([u8(2), vector24(body)]));
};
const hello12 = helloOf(0x002f, nothing);
const hello13 = helloOf(0x1301, Uint8Array.of(0, 6, 0, 43, 0, 2, 3, 4));
/** The beginning of a Certificate message of nearly 256 KiB. */
const longMessage = encodeRecord(22, 0x0303, Uint8Array.of(11, 3, 255, 0));

/** Floods by content. */
export const streams: Readonly<Record<string, Stream>> = {
  'empty application data records': { first: nothing, flood: repeated(23, nothing) },
  'one-byte application data records': { first: nothing, flood: repeated(23, ones(1)) },
  'empty records behind a ServerHello': { first: hello12, flood: repeated(23, nothing) },
  'one-byte records of a long handshake message': {
    first: concat([hello12, longMessage]),
    flood: repeated(22, ones(1)),
  },
  'large records of a long handshake message': {
    first: concat([hello12, longMessage]),
    flood: repeated(22, ones(16_000)),
  },
  'warnings behind a ServerHello': { first: hello12, flood: repeated(21, Uint8Array.of(1, 112)) },
  'one-byte records of TLS 1.3': { first: hello13, flood: repeated(23, ones(1)) },
  'small records of TLS 1.3': { first: hello13, flood: repeated(23, ones(17)) },
};

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const flooding = (piece: Uint8Array): Uint8Array =>
  concat(Array.from({ length: Math.ceil(writeBytes / piece.length) }, () => piece));
const html = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
const page = text(`${html}\r\n`);

/** HTTP floods by content. */
export const httpStreams: Readonly<Record<string, Stream>> = {
  'header lines without end': { first: text('HTTP/1.1 200 OK\r\n'), flood: flooding(text('a: b\r\n')) },
  'chunks of one byte': {
    first: text(`${html}Transfer-Encoding: chunked\r\n\r\n`),
    flood: flooding(text('1\r\n<\r\n')),
  },
  'open tags': { first: page, flood: flooding(text('<a href=x ')) },
  'gzip members of zeros': {
    first: text(`${html}Content-Encoding: gzip\r\n\r\n`),
    flood: flooding(gzipSync(new Uint8Array(16 * 1024 * 1024))),
  },
};

function pour(socket: Socket, { first, flood }: Stream): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(flood)) {
      // Write until the buffer is full.
    }
  };
  socket.write(first);
  socket.on('drain', more);
  more();
}

/** Answers every hello with a flood. */
export const floodAtOnce = (stream: Stream): Promise<LocalServer> =>
  startRaw((socket) => void socket.once('data', () => pour(socket, stream)));

/** A correct TLS 1.2 server until a client answers its first flight; then a flood. */
export async function floodLater(stream: Stream): Promise<LocalServer> {
  const honest = await startNode({ minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' });
  const server = await startRaw((socket) => {
    const onward = connect(honest.port, '127.0.0.1');
    let pieces = 0;
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
    onward.pipe(socket, { end: false });
    socket.on('data', (piece: Buffer) => {
      pieces += 1;
      if (pieces === 1) return void onward.write(piece);
      onward.unpipe(socket);
      if (pieces === 2) pour(socket, stream);
    });
  });
  return {
    port: server.port,
    close: () => {
      server.close();
      honest.close();
    },
  };
}
