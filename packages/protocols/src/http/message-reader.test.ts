import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { protocolErrorText } from '../protocol-error.ts';
import { latin1Of } from './message-head.ts';
import { type ResponseEvent, createResponseReader } from './message-reader.ts';
import { latin1Bytes } from '../bytes.ts';

const limits = { maxHeadBytes: 400, maxInterim: 2 };

/** Reads pieces to the end; content is joined, so that results can be compared whatever the cuts. */
function read(pieces: readonly Uint8Array[], method = 'GET') {
  const reader = createResponseReader(method, limits);
  const events: ResponseEvent[] = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
  const content = events.flatMap((event) => (event.kind === 'content' ? [latin1Of(event.bytes)] : [])).join('');
  const others = events.filter((event) => event.kind !== 'content');
  return { content, others, kinds: others.map((event) => event.kind), last: others.at(-1) };
}
const readText = (text: string, method = 'GET') => read([latin1Bytes(text)], method);
const failure = (text: string): string => {
  const { last } = readText(text);
  return last?.kind === 'failed' ? `${last.reason}: ${protocolErrorText(last.detail)}` : (last?.kind ?? 'nothing');
};

test('an answer that begins with a SETTINGS frame is HTTP/2', () => {
  const settings = '\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64';
  assert.equal(failure(settings), 'http2-only: The answer is HTTP/2');
  assert.equal(failure(settings.replace('\x06', '\x05')), 'malformed: The answer has no status line of HTTP/1.x');
});

const ok = 'HTTP/1.1 200 OK\r\n';
const samples: [what: string, text: string, content: string, kinds: string][] = [
  ['a length', `${ok}Content-Length: 5\r\n\r\nhello, and what follows`, 'hello', 'head end'],
  ['length zero', `${ok}Content-Length: 0\r\n\r\n`, '', 'head end'],
  ['until close', `${ok}\r\nhello`, 'hello', 'head end'],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nhello', 'hello', 'head end'],
  [
    'chunks with extensions and trailers',
    `${ok}Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n3\r\n, w\r\n0\r\nX: y\r\n\r\nrest`,
    'hello, w',
    'head end',
  ],
  ['chunks with bare LF', `${ok}Transfer-Encoding: chunked\n\n5\nhello\n0\n\n`, 'hello', 'head end'],
  [
    'chunked wins over length',
    `${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    'hello',
    'head end',
  ],
  [
    'a coding that is not chunked',
    `${ok}Transfer-Encoding: gzip\r\nContent-Length: 1\r\n\r\nhello`,
    'hello',
    'head end',
  ],
  [
    'interim responses',
    `HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${ok}\r\n`,
    '',
    'interim interim head end',
  ],
  ['204', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello', '', 'head end'],
  ['304', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', '', 'head end'],
  ['101', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: TLS/1.0\r\n\r\nbinary', '', 'head end'],
  ['repeated equal lengths', `${ok}Content-Length: 5, 5\r\nContent-Length: 5\r\n\r\nhello`, 'hello', 'head end'],
];
for (const [what, text, content, kinds] of samples) {
  test(`${what}: read whole, and the same when cut at any byte or into single bytes`, () => {
    const whole = readText(text);
    assert.equal(whole.content, content);
    assert.equal(whole.kinds.join(' '), kinds);
    const bytes = latin1Bytes(text);
    for (let cut = 0; cut <= bytes.length; cut += 1)
      assert.deepEqual(read([bytes.subarray(0, cut), bytes.subarray(cut)]), whole);
    assert.deepEqual(read([...bytes].map((byte) => Uint8Array.of(byte))), whole);
  });
}

test('HEAD has no content, whatever its head says', () => {
  const whole = readText(`${ok}Content-Length: 5\r\n\r\n`, 'HEAD');
  assert.equal(whole.kinds.join(' '), 'head end');
});

const failures: [text: string, said: RegExp][] = [
  ['', /^closed: .*before any answer/],
  ['HTTP/1.1 200 OK\r\nA: b', /^closed: .*in the head/],
  [`${ok}Content-Length: 5\r\n\r\nhel`, /^closed: .*in the content/],
  [`${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`, /^closed: .*in the content/],
  [`${ok}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`, /^malformed: Content-Length/],
  [`${ok}Content-Length: -1\r\n\r\n`, /^malformed: Content-Length/],
  [`${ok}Content-Length: 0x5\r\n\r\nhello`, /^malformed: Content-Length/],
  [`${ok}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`, /^malformed: Chunk size/],
  [`${ok}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n`, /^malformed: Chunk size/],
  [`${ok}Transfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n0\r\n\r\n`, /^malformed: Chunk is longer/],
  [`${ok}Transfer-Encoding: chunked\r\n\r\n5;${'x'.repeat(5000)}`, /^malformed: Line in chunked/],
  [`${ok}Transfer-Encoding: chunked\r\n\r\n0\r\n${`X: ${'y'.repeat(4000)}\r\n`.repeat(20)}`, /^malformed: Trailer/],
  ['SSH-2.0-OpenSSH_9.6\r\n', /^malformed: .*no status line/],
  ['<html>old</html>', /^malformed: .*no status line/],
  ['HTTP/1.1 OK\r\n\r\n', /^malformed: Status line/],
  [`${ok}A: ${'b'.repeat(500)}`, /^too-large: Head/],
  [`${ok}A: ${'b'.repeat(500)}\r\n\r\n`, /^too-large: Head/],
  ['HTTP/1.1 100 Continue\r\n\r\n'.repeat(3), /^too-large: More than 2 interim/],
];
for (const [text, said] of failures) {
  test(`${JSON.stringify(text.slice(0, 70))} fails as ${said.source}`, () => {
    assert.match(failure(text), said);
    assert.deepEqual(read([...latin1Bytes(text)].map((byte) => Uint8Array.of(byte))), readText(text));
  });
}

test('a faulty body still yields the head', () => {
  const { kinds } = readText(`${ok}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`);
  assert.deepEqual(kinds, ['head', 'failed']);
});

test('smuggling conflicts are recorded', () => {
  const [head] = readText(`${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`).others;
  assert.ok(head?.kind === 'head' && head.head.problems.includes('Both Transfer-Encoding and Content-Length'));
});

test('any bytes cut anyhow give one result and no throw', () => {
  const part = fc.constantFrom(
    ok,
    'HTTP/1.1 100 x\r\n\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Content-Length: 4\r\n',
    '\r\n',
    '\n',
    '\r',
    '4\r\nabcd\r\n',
    '0\r\n\r\n',
    '0',
    'zz',
    ':',
    '\0',
    'HTTP',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.array(fc.nat(60), { maxLength: 6 }), (parts, steps) => {
      const bytes = latin1Bytes(parts.join(''));
      const pieces: Uint8Array[] = [];
      let at = 0;
      for (const step of steps) {
        pieces.push(bytes.subarray(at, at + step));
        at += step;
      }
      pieces.push(bytes.subarray(at));
      assert.deepEqual(read(pieces), read([bytes]));
    }),
    { numRuns: 500 },
  );
});

test('content that is chunked anyhow comes back whole', () => {
  const chunk = fc.uint8Array({ minLength: 1, maxLength: 40 }).map(latin1Of);
  fc.assert(
    fc.property(fc.array(chunk), (chunks) => {
      const coded = chunks.map((data) => `${data.length.toString(16)}\r\n${data}\r\n`).join('');
      const whole = readText(`${ok}Transfer-Encoding: chunked\r\n\r\n${coded}0\r\n\r\n`);
      assert.equal(whole.content, chunks.join(''));
      assert.equal(whole.last?.kind, 'end');
    }),
    { numRuns: 200 },
  );
});
