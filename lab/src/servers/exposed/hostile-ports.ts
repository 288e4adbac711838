import { gzipSync } from 'node:zlib';
import { afterRequest, drip, flood, tend } from '../../hostile/hostility.ts';
import { octets, silent, type TcpFake } from './fake.ts';

/** Sends something at once, then nothing, or the next behaviour. */
const says =
  (first: Uint8Array | string, then?: (socket: Parameters<TcpFake>[0]) => void): TcpFake =>
  (socket) => {
    tend(socket);
    socket.resume();
    socket.write(typeof first === 'string' ? octets(first) : first);
    then?.(socket);
  };

/** Waits for the client's message. */
const answers = (act: (socket: Parameters<TcpFake>[0]) => void): TcpFake => {
  const serve = afterRequest(act);
  return (socket) => {
    tend(socket);
    serve(socket, noIdentity);
  };
};

function noIdentity(): never {
  throw new Error('Serving a hostile port: none of them has a certificate');
}

const reply = (text: string | Uint8Array): TcpFake =>
  answers((socket) => void socket.write(typeof text === 'string' ? octets(text) : text));
const endless = (first: string, chunk: string | Uint8Array): TcpFake =>
  says(first, (socket) => flood(socket, () => chunk));
const endlessAnswer = (first: string, chunk: string | Uint8Array): TcpFake =>
  answers((socket) => {
    socket.write(octets(first));
    flood(socket, () => chunk);
  });

const block = 'x'.repeat(16_384);
const binary = Uint8Array.from({ length: 16_384 }, (_, index) => (index * 167 + (index >> 8)) & 0xff);
const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const gzipBomb = gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });
const reset: TcpFake = (socket) => void socket.resetAndDestroy();
const finish: TcpFake = (socket) => {
  socket.on('error', () => socket.destroy());
  socket.end();
};
/** A handshake record with a ServerHello of noise. */
const tlsNoise = Buffer.concat([Buffer.from([22, 3, 3, 0x40, 0]), binary]);

/** What each port of the hostile hosts does to clients: one kind each. */
export const hostilePorts: Readonly<Record<string, Readonly<Record<number, TcpFake>>>> = {
  'hostile-ports-1.lab': {
    21: endless('220-start\r\n', `220-${'line '.repeat(200)}\r\n`),
    22: endless('', 'not yet\r\n'),
    23: endless('', Uint8Array.from([255, 253, 24, 255, 251, 1, 255, 250, 24, 1, 255, 240])),
    110: says('', (socket) => drip(socket, octets('+OK '), 300)),
    143: says('* OK {999999999}\r\n', (socket) => flood(socket, () => block)),
    873: endless('@RSYNCD: 31.0\n', 'message of the day\n'),
    // A packet that claims 16 MiB, and then comes.
    3306: endless('\xff\xff\xff\0\x0a', binary),
    5900: says('RFB 003.008\n', (socket) => void socket.write(Uint8Array.from({ length: 256 }, () => 255))),
  },
  'hostile-ports-2.lab': {
    // Lengths of 2 GiB in BER, NetBIOS, TDS, TNS, TPKT, RESP and the wire protocol of MongoDB.
    389: reply(Uint8Array.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff, 0x02, 0x01, 0x01])),
    445: endlessAnswer('\0\xff\xff\xff\xfeSMB', binary),
    1433: endlessAnswer('\x04\x01\xff\xff\0\0\x01\0', binary),
    1521: endlessAnswer('\xff\xff\0\0\x04\0\0\0', binary),
    3389: endlessAnswer('\x03\0\xff\xff', binary),
    5432: endlessAnswer('S', tlsNoise),
    6379: endlessAnswer('$2147483647\r\n', block),
    11_211: endlessAnswer('VERSION ', block),
    27_017: endlessAnswer('\xff\xff\xff\x7f\x01\0\0\0\x01\0\0\0\xdd\x07\0\0', binary),
  },
  'hostile-ports-3.lab': {
    2375: endlessAnswer(`${head}X-Long: `, block),
    2379: endlessAnswer(head, `X-Header: ${'y'.repeat(100)}\r\n`),
    5601: endlessAnswer(`${head}\r\n`, block),
    6443: reply(tlsNoise),
    8080: endlessAnswer(`${head}Transfer-Encoding: chunked\r\n\r\n`, `4000\r\n${block}\r\n`),
    8443: endlessAnswer('', tlsNoise),
    8888: answers((socket) => {
      socket.write(octets(`${head}Content-Encoding: gzip\r\nContent-Length: ${gzipBomb.length}\r\n\r\n`));
      socket.end(gzipBomb);
    }),
    9200: reply(
      `HTTP/1.1 302 Found\r\nLocation: http://198.51.100.1:9200/${'a'.repeat(30_000)}\r\nContent-Length: 0\r\n\r\n`,
    ),
    11_434: answers((socket) => {
      socket.write(octets(`${head}Content-Length: 99999999999\r\n\r\n{"status":"`));
      drip(socket, octets('1.'), 300);
    }),
  },
  'hostile-ports-4.lab': {
    111: reset,
    135: finish,
    139: (socket) => {
      silent(socket);
      setTimeout(() => socket.destroyed || socket.resetAndDestroy(), 400).unref();
    },
    // Echoes everything.
    2049: (socket) => {
      tend(socket);
      socket.pipe(socket);
    },
    5985: reply('\x1b[2J\x1b]0;owned\x07\0\0‮\r\n<script>alert(1)</script>\r\n'),
    10_250: endless('', binary),
  },
};
