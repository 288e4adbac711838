import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Server, type Socket, createServer } from 'node:net';
import { after, test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { NetFailure } from '../../evidence/observed.ts';
import { createDialer } from '../dialer.ts';
import { createGuard } from '../guard.ts';
import { exchange } from './exchange.ts';
import type { Exchanged } from './exchanged.ts';
import { type HttpLimits, httpLimits } from './limits.ts';
import { failureText } from '../../evidence/failure-text.ts';

const never = new AbortController().signal;
const shortLimits: HttpLimits = {
  ...httpLimits,
  exchangeMs: 1_500,
  firstByteMs: 150,
  rateWindowMs: 100,
  maxWireBytes: 256 * 1024,
  maxDecodedBytes: 512 * 1024,
};
const open = createGuard({ allowNetworks: ['127.0.0.0/8'], ownAddresses: [] });

const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

/** A loopback server that hands each connection over once the request head is in, or at once. */
async function serve(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

interface Run {
  method?: string;
  limits?: Partial<HttpLimits>;
}

async function ask(answer: (socket: Socket) => void, { method = 'GET', limits = {} }: Run = {}): Promise<Exchanged> {
  const port = await serve(answer);
  const dialer = createDialer({ guard: open, dialMap: new Map(), signal: never });
  const client = { dialer, userAgent: 'Test/1', limits: { ...shortLimits, ...limits }, signal: never };
  const done = await exchange(client, {
    method,
    url: new URL(`http://site.example:${port}/a?b`),
    address: '127.0.0.1',
  });
  // A socket that is never given back would keep this loop, and so the test, from ending.
  while (dialer.budget({ address: '127.0.0.1', port }).open > 0) await new Promise((resolve) => setImmediate(resolve));
  return done;
}

const say =
  (...parts: (string | Uint8Array)[]) =>
  (socket: Socket): void => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
const response = ({ facts: { result } }: Exchanged) => {
  assert.ok(result.ok, result.ok ? '' : `${failureText(result.failure)}`);
  return result.response;
};
const failureTextOf = (exchanged: Exchanged): string => {
  const found = failure(exchanged);
  return found === undefined ? '' : failureText(found);
};
const failure = ({ facts: { result } }: Exchanged): NetFailure | undefined =>
  result.ok ? result.response.body.failure : result.failure;

const ok = 'HTTP/1.1 200 OK\r\n';
const html = `${ok}Content-Type: text/html\r\n`;

test('a plain exchange keeps both heads, and says who is asking', async () => {
  let asked = '';
  const port = await serve(() => {});
  servers
    .at(-1)
    ?.removeAllListeners('connection')
    .on('connection', (socket: Socket) => {
      socket.once('data', (bytes) => {
        asked = bytes.toString();
        say(`${html}Set-Cookie: sid=0123456789; Path=/\r\n\r\n<p>hé`)(socket);
      });
    });
  const dialer = createDialer({ guard: open, dialMap: new Map(), signal: never });
  const client = {
    dialer,
    userAgent: 'Mozilla/5.0 (compatible; PerimeterAudit/1; +https://a.example)',
    limits: shortLimits,
    signal: never,
  };
  const done = await exchange(client, {
    method: 'GET',
    url: new URL(`http://site.example:${port}/a?token=abc`),
    address: '127.0.0.1',
  });
  assert.match(
    asked,
    /^GET \/a\?token=abc HTTP\/1\.1\r\nHost: site\.example:\d+\r\nUser-Agent: Mozilla\/5\.0 \(compatible; Perim/,
  );
  assert.match(asked, /\r\nAccept-Encoding: gzip, deflate, br\r\nConnection: close\r\n\r\n$/);
  assert.match(done.facts.requestHead, /^GET \/a\?token=<redacted 3 bytes> HTTP/);
  const { headers, rawHead, body, status, interim } = response(done);
  assert.deepEqual([status, interim], [200, 0]);
  assert.deepEqual(headers.at(-1), ['Set-Cookie', 'sid=<redacted 10 bytes>; Path=/']);
  assert.equal(rawHead, `${html}Set-Cookie: sid=<redacted 10 bytes>; Path=/\r\n\r\n`);
  assert.equal(body.text, '<p>hé');
  assert.deepEqual([body.wireBytes, body.decodedBytes, body.truncated], [6, 6, false]);
});

test('two thousand header lines are all kept, beyond what the http module of Node shows', async () => {
  const { headers } = response(
    await ask(say(`${ok}${'a: b\r\n'.repeat(2_000)}Strict-Transport-Security: max-age=1\r\n\r\n`)),
  );
  assert.equal(headers.length, 2_001);
  assert.deepEqual(headers.at(-1), ['Strict-Transport-Security', 'max-age=1']);
});

const text = 'All work and no play. '.repeat(100);
const codings: [name: string, bytes: Uint8Array][] = [
  ['gzip', gzipSync(text)],
  ['x-gzip', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['br', brotliCompressSync(text)],
  ['gzip, br', brotliCompressSync(gzipSync(text))],
  ['identity', Buffer.from(text)],
];
for (const [name, bytes] of codings) {
  test(`Content-Encoding ${name} is undone (${bytes.length} bytes)`, async () => {
    const { body } = response(await ask(say(`${html}Content-Encoding: ${name}\r\n\r\n`, bytes)));
    assert.equal(body.text, text);
    assert.deepEqual([body.wireBytes, body.decodedBytes, body.failure], [bytes.length, text.length, undefined]);
  });
}

test('content that is cut short is decoded as far as it goes', async () => {
  const whole = gzipSync(Buffer.from(Array.from({ length: 5_000 }, (_, index) => String(index * 7919)).join(' ')));
  const { body } = response(
    await ask(
      say(`${html}Content-Encoding: gzip\r\nContent-Length: ${whole.length}\r\n\r\n`, whole.subarray(0, 9_000)),
    ),
  );
  assert.equal(body.failure?.reason, 'closed');
  assert.ok(body.text?.startsWith('0 7919 15838'));
  assert.equal(body.truncated, true);
});

test('what no media type names is read as text, unless it holds NUL', async () => {
  const textOf = async (type: string, bytes: string) =>
    response(await ask(say(`${ok}${type}\r\n`, Buffer.from(bytes)))).body.text;
  assert.equal(await textOf('', '<p>'), '<p>');
  assert.equal(await textOf('Content-Type: html\r\n', '<p>'), '<p>');
  assert.equal(await textOf('Content-Type: */*\r\n', '<p>'), '<p>');
  assert.equal(await textOf('Content-Type: html\r\n', '\0'), null);
  assert.equal(await textOf('Content-Type: image/png\r\n', '<p>'), null);
});

test('charsets: declared, marked, and neither', async () => {
  const textOf = async (type: string, bytes: Uint8Array) =>
    response(await ask(say(`${ok}${type}\r\n`, bytes))).body.text;
  assert.equal(await textOf('Content-Type: text/html; charset=ISO-8859-1\r\n', Buffer.from('é', 'latin1')), 'é');
  assert.equal(await textOf('Content-Type: text/html; charset="no-such"\r\n', Buffer.from('é')), 'é');
  assert.equal(await textOf('Content-Type: text/html\r\n', Buffer.from('é', 'latin1')), 'é');
  assert.equal(await textOf('Content-Type: text/html\r\n', Buffer.from('\ufeffé', 'utf16le')), 'é');
  assert.equal(await textOf('Content-Type: application/ld+json\r\n', Buffer.from('{}')), '{}');
  assert.equal(await textOf('Content-Type: image/png\r\n', Buffer.from('é')), null);
  assert.equal(await textOf('', Buffer.from('plain')), 'plain');
  assert.equal(await textOf('', Buffer.from([0, 1])), null);
});

test('HEAD and 304 end with their head, though the connection stays open', async () => {
  const head = await ask((socket) => void socket.write(`${ok}Content-Length: 10\r\n\r\n`), { method: 'HEAD' });
  assert.equal(response(head).body.failure, undefined);
  const notModified = await ask((socket) => void socket.write('HTTP/1.1 304 Not Modified\r\n\r\n'));
  assert.equal(response(notModified).status, 304);
});

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

const hostile: [what: string, answer: (socket: Socket) => void, reason: string, hasHead: boolean][] = [
  ['a tarpit', () => {}, 'timeout', false],
  ['a head that drips', drip(`${ok}X: ${'y'.repeat(1_000)}`), 'timeout', false],
  [
    'a body that drips',
    (socket) => {
      socket.write(`${html}\r\n`);
      drip('x'.repeat(1_000))(socket);
    },
    'timeout',
    true,
  ],
  ['silence in the head', (socket) => void socket.write(ok), 'timeout', false],
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
  ['three codings', say(`${html}Content-Encoding: gzip, gzip, gzip\r\n\r\nx`), 'malformed', true],
  ['a content coding that was not requested', say(`${html}Content-Encoding: zstd\r\n\r\nx`), 'malformed', true],
  ['a coding that is not what it says', say(`${html}Content-Encoding: gzip\r\n\r\nnot gzip at all`), 'malformed', true],
  [
    'RST in the head',
    (socket) => {
      socket.write('HTTP/1.1 2');
      setTimeout(() => socket.resetAndDestroy(), 20);
    },
    'reset',
    false,
  ],
  [
    'RST in the body',
    (socket) => {
      socket.write(`${html}Content-Length: 9\r\n\r\nabc`);
      setTimeout(() => socket.resetAndDestroy(), 20);
    },
    'reset',
    true,
  ],
  ['an end in the head', say('HTTP/1.1 200 OK\r\nX'), 'closed', false],
  ['an end at once', say(''), 'closed', false],
  ['HTTP/0.9', say('<html>old</html>'), 'malformed', false],
  ['another protocol', say('SSH-2.0-OpenSSH_9.6\r\n'), 'malformed', false],
  ['two lengths', say(`${html}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`), 'malformed', true],
];
for (const [what, answer, reason, hasHead] of hostile) {
  test(`${what} ends as ${reason}${hasHead ? ', the head kept' : ''}`, async () => {
    const done = await ask(answer);
    assert.equal(failure(done)?.reason, reason, failureTextOf(done));
    assert.equal(done.head !== null, hasHead);
  });
}

test('the deadline of the whole exchange ends what keeps its pace', async () => {
  // Many times the least rate, so that a busy machine does not make the drip look too slow.
  const limits = { exchangeMs: 120, minBytesPerWindow: 0 };
  const done = await ask(drip(`${html}\r\n${'y'.repeat(100_000)}`, 100), { limits });
  assert.equal(failure(done)?.reason, 'timeout');
  assert.match(failureTextOf(done), /GET site\.example:\d+ took longer than 120 ms/);
});

test('without an opened range nothing is connected to', async () => {
  let connections = 0;
  const port = await serve(() => {});
  servers.at(-1)?.on('connection', () => (connections += 1));
  const shut = createGuard({ allowNetworks: [], ownAddresses: [] });
  const dialer = createDialer({ guard: shut, dialMap: new Map(), signal: never });
  const client = { dialer, userAgent: 'Test/1', limits: shortLimits, signal: never };
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const done = await exchange(client, { method: 'GET', url: new URL(`http://a.example:${port}/`), address });
    assert.equal(failure(done)?.reason, 'blocked');
  }
  assert.equal(connections, 0);
});
