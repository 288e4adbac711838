import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createDialer } from '../dialer.ts';
import { createGuard } from '../guard/guard.ts';
import { exchange } from './exchange.ts';
import type { Exchanged } from './exchanged.ts';
import type { HttpLimits } from './limits.ts';
import { failureText } from '../../evidence/failure-text.ts';
import { never, smallLimits, servers, serve, ask, say, failure, ok, html } from './testing/exchanges.ts';

const failureTextOf = (exchanged: Exchanged): string => {
  const found = failure(exchanged);
  return found === undefined ? '' : failureText(found);
};

const drip =
  (bytes: string, step = 1) =>
  (socket: Socket): void => {
    let at = 0;
    const timer = setInterval(() => socket.write(bytes.slice(at, (at += step))), 5);
    socket.on('close', () => clearInterval(timer));
  };
const forever =
  (start: string, piece: string) =>
  (socket: Socket): void => {
    socket.write(start);
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more);
    more();
  };
const bomb = Buffer.alloc(8 * 1024 * 1024);

/** Sends data, then a reset after this process had enough event loop turns to read it. */
const sayAndReset =
  (bytes: string) =>
  (socket: Socket): void =>
    void socket.write(bytes, async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      socket.resetAndDestroy();
    });

/** Short limits for the cases that wait for a time-out. */
const hurriedStart: Partial<HttpLimits> = { firstByteMs: 150 };
const hurriedRate: Partial<HttpLimits> = { rateWindowMs: 100 };

const hostile: [
  what: string,
  answer: (socket: Socket) => void,
  reason: string,
  hasHead: boolean,
  limits?: Partial<HttpLimits>,
][] = [
  ['a tarpit', () => {}, 'timeout', false, hurriedStart],
  ['a head that drips', drip(`${ok}X: ${'y'.repeat(1_000)}`), 'timeout', false, hurriedRate],
  [
    'a body that drips',
    (socket) => {
      socket.write(`${html}\r\n`);
      drip('x'.repeat(1_000))(socket);
    },
    'timeout',
    true,
    hurriedRate,
  ],
  ['silence in the head', (socket) => void socket.write(ok), 'timeout', false, hurriedRate],
  [
    'a flood of 1xx',
    forever('HTTP/1.1 102 Processing\r\n\r\n', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000)),
    'too-large',
    false,
  ],
  ['100,000 header lines', forever(ok, 'a: b\r\n'.repeat(1_000)), 'too-large', false],
  ['a line without end', forever(`${ok}X: `, 'y'.repeat(10_000)), 'too-large', false],
  ['a body without end', forever(`${html}\r\n`, 'y'.repeat(10_000)), 'too-large', true],
  [
    'chunks without end',
    forever(`${html}Transfer-Encoding: chunked\r\n\r\n`, '1\r\ny\r\n'.repeat(1_000)),
    'too-large',
    true,
  ],
  [
    'chunk extensions without end',
    forever(`${html}Transfer-Encoding: chunked\r\n\r\n`, `1;${'e'.repeat(4_000)}\r\ny\r\n`),
    'too-large',
    true,
  ],
  [
    'trailers without end',
    forever(`${html}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'X: y\r\n'.repeat(1_000)),
    'malformed',
    true,
  ],
  ['a gzip bomb', say(`${html}Content-Encoding: gzip\r\n\r\n`, gzipSync(bomb)), 'too-large', true],
  ['a brotli bomb', say(`${html}Content-Encoding: br\r\n\r\n`, brotliCompressSync(bomb)), 'too-large', true],
  ['a bomb in a bomb', say(`${html}Content-Encoding: gzip, gzip\r\n\r\n`, gzipSync(gzipSync(bomb))), 'too-large', true],
  ['eleven codings', say(`${html}Content-Encoding: ${Array(11).fill('gzip').join(', ')}\r\n\r\nx`), 'malformed', true],
  ['a content coding that was not requested', say(`${html}Content-Encoding: zstd\r\n\r\nx`), 'malformed', true],
  ['a coding that is not what it says', say(`${html}Content-Encoding: gzip\r\n\r\nnot gzip at all`), 'malformed', true],
  ['RST in the head', sayAndReset('HTTP/1.1 2'), 'reset', false],
  ['RST in the body', sayAndReset(`${html}Content-Length: 9\r\n\r\nabc`), 'reset', true],
  ['an end in the head', say('HTTP/1.1 200 OK\r\nX'), 'closed', false],
  ['an end at once', say(''), 'closed', false],
  ['HTTP/0.9', say('<html>old</html>'), 'malformed', false],
  ['another protocol', say('SSH-2.0-OpenSSH_9.6\r\n'), 'malformed', false],
  ['two lengths', say(`${html}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`), 'malformed', true],
];
for (const [what, answer, reason, hasHead, limits = {}] of hostile) {
  test(`${what} ends as ${reason}${hasHead ? ', with its head' : ''}`, async () => {
    const done = await ask(answer, { limits });
    assert.equal(failure(done)?.reason, reason, failureTextOf(done));
    assert.equal(done.head !== null, hasHead);
  });
}

test('the time limit of the whole exchange ends a response that keeps its minimum rate', async () => {
  const limits = { exchangeMs: 500, minBytesPerWindow: 0 };
  const done = await ask(drip(`${html}\r\n${'y'.repeat(100_000)}`, 100), { limits });
  assert.equal(failure(done)?.reason, 'timeout');
  assert.match(failureTextOf(done), /GET site\.example:\d+ took longer than 500 ms/);
});

test('without an allowed range nothing is connected to', async () => {
  let connections = 0;
  const port = await serve(() => {});
  servers.at(-1)?.on('connection', () => (connections += 1));
  const shut = createGuard({ allowNetworks: [], ownAddresses: [] });
  const dialer = createDialer({ guard: shut, dialMap: new Map(), signal: never });
  const client = { dialer, userAgent: 'Test/1', limits: smallLimits, signal: never };
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const done = await exchange(client, { method: 'GET', url: new URL(`http://a.example:${port}/`), address });
    assert.equal(failure(done)?.reason, 'blocked');
  }
  assert.equal(connections, 0);
});
