import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { constants, brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { createDialer } from '../dialer.ts';
import { exchange } from './exchange.ts';
import { never, smallLimits, open, servers, serve, ask, say, response, ok, html } from './testing/exchanges.ts';

test('a plain exchange stores both heads, and sends the User-Agent', async () => {
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
    limits: smallLimits,
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

test("two thousand header lines are all kept, more than Node's http module returns", async () => {
  const { headers } = response(
    await ask(say(`${ok}${'a: b\r\n'.repeat(2_000)}Strict-Transport-Security: max-age=1\r\n\r\n`)),
  );
  assert.equal(headers.length, 2_001);
  assert.deepEqual(headers.at(-1), ['Strict-Transport-Security', 'max-age=1']);
});

const text = 'All work and no play. '.repeat(100);
const changed = (bytes: Uint8Array, at: number): Uint8Array => bytes.with(bytes.length + at, (bytes.at(at) ?? 0) ^ 1);
/** A gzip member with every optional header field (RFC 1952 section 2.3). */
const named = (member: Uint8Array): Uint8Array =>
  Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3]),
    Buffer.from('\x02\0xxname\0comment\0cc', 'latin1'),
    member.subarray(10),
  ]);
const codings: [name: string, bytes: Uint8Array][] = [
  ['gzip', gzipSync(text)],
  ['x-gzip', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['br', brotliCompressSync(text)],
  ['gzip, br', brotliCompressSync(gzipSync(text))],
  ['zstd', zstdCompressSync(text)],
  // Chromium 156 displays all of these, and refuses sixteen codings.
  ['gzip', Buffer.concat([gzipSync(text), Buffer.from('more')])],
  ['gzip', Buffer.concat([gzipSync(text), gzipSync('a second member')])],
  ['gzip', Buffer.concat([gzipSync(text), Buffer.from([0x1f, 0x8b, 8])])],
  ['x-gzip', changed(gzipSync(text), -8)],
  ['gzip', changed(gzipSync(text), -1)],
  ['gzip', named(gzipSync(text))],
  ['zstd', Buffer.concat([zstdCompressSync(text.slice(0, 5)), zstdCompressSync(text.slice(5))])],
  ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(text)))],
  [
    Array(10).fill('gzip').join(', '),
    Array(10)
      .fill(gzipSync)
      .reduce((bytes, wrap) => wrap(bytes), text),
  ],
  ['identity', Buffer.from(text)],
  ...['none', 'binary', 'aws-chunked', 'utf-8', 'x-anything', 'none, gzip', ''].map((name): [string, Uint8Array] => [
    name,
    Buffer.from(text),
  ]),
];
for (const [name, bytes] of codings) {
  test(`Content-Encoding ${name} is decoded (${bytes.length} bytes)`, async () => {
    const { body } = response(await ask(say(`${html}Content-Encoding: ${name}\r\n\r\n`, bytes)));
    assert.equal(body.text, text);
    assert.deepEqual([body.wireBytes, body.decodedBytes, body.failure], [bytes.length, text.length, undefined]);
  });
}

test('truncated content is decoded as far as possible', async () => {
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

test('content with a truncated coding is incomplete, even with the announced length', async () => {
  const plain = Buffer.from(Array.from({ length: 40_000 }, (_, index) => String(index * 7919)).join(' '));
  const codings = [
    ['gzip', gzipSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['br', brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ] as const;
  for (const [name, whole] of codings) {
    const sent = async (bytes: Uint8Array) =>
      response(await ask(say(`${html}Content-Encoding: ${name}\r\nContent-Length: ${bytes.length}\r\n\r\n`, bytes)))
        .body;
    const half = await sent(whole.subarray(0, whole.length / 2));
    assert.deepEqual(half.failure, { reason: 'closed', gap: 'content-cut', values: [name] });
    assert.ok(half.decodedBytes > plain.length / 4 && half.decodedBytes < plain.length, `${name} ${half.decodedBytes}`);
    assert.ok(half.text !== null && plain.toString().startsWith(half.text));
    assert.equal((await sent(whole.subarray(0, -1))).failure?.reason, 'closed');
    const { failure: none, decodedBytes } = await sent(whole);
    assert.deepEqual([none, decodedBytes], [undefined, plain.length]);
  }
});

test('a coding that browsers refuse hides the content', async () => {
  for (const name of ['*', 'gzip;q=1', '"gzip"', Array(11).fill('gzip').join(', ')])
    assert.equal(
      response(await ask(say(`${html}Content-Encoding: ${name}\r\n\r\n`, text))).body.failure?.reason,
      'malformed',
    );
});

test('a requested beginning of a file is an answer, but not the whole content', async () => {
  const partOf = async (head: string, bytes: string | Uint8Array, range = 'bytes=0-2') =>
    response(await ask(say(`HTTP/1.1 206 Partial Content\r\n${head}\r\n`, bytes), { headers: [['Range', range]] }))
      .body;
  for (const range of ['bytes 0-2/9', 'bytes 0-2/*', 'Bytes 0-2/9', 'bytes 0-1/9']) {
    const { failure, truncated, wireBytes } = await partOf(`Content-Range: ${range}\r\nContent-Length: 3\r\n`, 'DB_');
    assert.deepEqual([failure, truncated, wireBytes], [undefined, true, 3], range);
  }
  const whole = await partOf('Content-Range: bytes 0-2/3\r\nContent-Length: 3\r\n', 'DB_');
  assert.deepEqual([whole.failure, whole.truncated], [undefined, false]);
  for (const range of ['', 'bytes */9', 'bytes=0-2/9', 'bytes: 0-2/9', 'bytes  0-2/9', '0-2/9', 'none']) {
    const { failure, truncated } = await partOf(`Content-Range: ${range}\r\nContent-Length: 3\r\n`, 'DB_');
    assert.deepEqual([failure, truncated], [undefined, true], range);
  }
  for (const range of ['bytes 3-5/9', 'bytes=3-5/9', '3-5/9'])
    assert.equal(
      (await partOf(`Content-Range: ${range}\r\nContent-Length: 3\r\n`, 'DB_')).failure?.reason,
      'malformed',
    );
  // A range ends within the encoded content (RFC 9110 section 14.2).
  const encoded = gzipSync(Array.from({ length: 900 }, (_, index) => `K${index * 7919}=v`).join('\n')).subarray(0, 512);
  const head = `Content-Encoding: gzip\r\nContent-Range: bytes 0-511/3000\r\nContent-Length: 512\r\n`;
  const cut = await partOf(head, encoded, 'bytes=0-511');
  assert.deepEqual([cut.failure, cut.truncated], [undefined, true]);
  assert.ok(cut.decodedBytes > 600);
});

test('an unrequested partial response is not the whole content', async () => {
  const partial = async (range: string) =>
    response(await ask(say(`HTTP/1.1 206 Partial Content\r\nContent-Length: 3\r\n${range}\r\n`, '<p>'))).body.failure;
  for (const range of ['Content-Range: bytes 0-2/9\r\n', 'Content-Range: bytes 0-2/*\r\n', ''])
    assert.equal((await partial(range))?.reason, 'malformed', range);
  assert.equal(await partial('Content-Range: bytes 0-2/3\r\n'), undefined);
});

test('content without a media type is read as text unless it contains NUL', async () => {
  const textOf = async (type: string, bytes: string) =>
    response(await ask(say(`${ok}${type}\r\n`, Buffer.from(bytes)))).body.text;
  assert.equal(await textOf('', '<p>'), '<p>');
  assert.equal(await textOf('Content-Type: html\r\n', '<p>'), '<p>');
  assert.equal(await textOf('Content-Type: */*\r\n', '<p>'), '<p>');
  assert.equal(await textOf('Content-Type: html\r\n', '\0'), null);
  assert.equal(await textOf('Content-Type: image/png\r\n', '<p>'), null);
});

test('charsets: declared, by byte order mark, and neither', async () => {
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

test('HEAD and 304 responses end with their head, although the connection stays open', async () => {
  const head = await ask((socket) => void socket.write(`${ok}Content-Length: 10\r\n\r\n`), { method: 'HEAD' });
  assert.equal(response(head).body.failure, undefined);
  const notModified = await ask((socket) => void socket.write('HTTP/1.1 304 Not Modified\r\n\r\n'));
  assert.equal(response(notModified).status, 304);
});
