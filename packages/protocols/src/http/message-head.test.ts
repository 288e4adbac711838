import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { ProtocolError } from '../protocol-error.ts';
import { fieldValues, latin1Of, parseResponseHead } from './message-head.ts';
import { writeRequestHead } from './message-request.ts';
import { latin1Bytes } from '../bytes.ts';

const head = (text: string) => parseResponseHead(latin1Bytes(text));

test('a plain head is read without problems', () => {
  const read = head('HTTP/1.1 200 OK\r\nServer: x\r\nX-A:  1 \t\r\nx-a:2\r\n\r\n');
  assert.equal(read.httpVersion, '1.1');
  assert.equal(read.status, 200);
  assert.equal(read.reason, 'OK');
  assert.deepEqual(
    read.fields.map(({ name, value }) => [name, value]),
    [
      ['Server', 'x'],
      ['X-A', '1'],
      ['x-a', '2'],
    ],
  );
  assert.deepEqual(fieldValues(read, 'X-a'), ['1', '2']);
  assert.deepEqual(read.problems, []);
});

const tolerated: [what: string, text: string, problem: string][] = [
  ['bare LF', 'HTTP/1.1 200 OK\nA: b\n\n', 'Line ended by a bare LF'],
  ['a missing reason and its space', 'HTTP/1.1 200\r\nA: b\r\n\r\n', 'No space after the status code'],
  ['NUL', 'HTTP/1.1 200 OK\r\nA: \0b\r\n\r\n', 'NUL in a header field'],
  ['a bare CR', 'HTTP/1.1 200 OK\r\nA: b\rX: y\r\n\r\n', 'Bare CR in a header field'],
  ['obs-fold', 'HTTP/1.1 200 OK\r\nA: b\r\n\tc\r\n\r\n', 'Folded header field'],
  [
    'white space before the first field',
    'HTTP/1.1 200 OK\r\n X: y\r\nA: b\r\n\r\n',
    'White space before the first header field',
  ],
  ['a line without a colon', 'HTTP/1.1 200 OK\r\nnonsense\r\nA: b\r\n\r\n', 'Header line without a colon'],
  ['a line without a name', 'HTTP/1.1 200 OK\r\n: x\r\nA: b\r\n\r\n', 'Header line without a name'],
  [
    'white space before the colon',
    'HTTP/1.1 200 OK\r\nA : b\r\n\r\n',
    'White space before the colon of a header field',
  ],
  ['a name that is not a token', 'HTTP/1.1 200 OK\r\nA b: c\r\nA: b\r\n\r\n', 'Header name is not a token'],
  ['an odd version', 'HTTP/2 200 OK\r\nA: b\r\n\r\n', 'HTTP version 2 over an HTTP/1.1 connection'],
  ['an odd status', 'HTTP/1.1 999 Denied\r\nA: b\r\n\r\n', 'Status code outside 100 to 599'],
  ['empty lines first', '\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\n', 'Empty line before the status line'],
  ['lower case', 'http/1.1 200 OK\r\nA: b\r\n\r\n', 'Protocol name in lower case'],
];
for (const [what, text, problem] of tolerated) {
  test(`${what} is tolerated and recorded`, () => {
    const read = head(text);
    assert.ok(read.problems.includes(problem), read.problems.join('; '));
    assert.equal(fieldValues(read, 'A').length, 1);
    assert.equal(read.raw, text);
  });
}

test('an empty reason with its space is valid (RFC 9112 section 4)', () =>
  assert.deepEqual(head('HTTP/1.1 200 \r\n\r\n').problems, []));

test('folds and bare CR become one space, NUL a character that no grammar has', () => {
  assert.deepEqual(fieldValues(head('HTTP/1.1 200 OK\r\nA: b\r\n \t c\r\n d\r\n\r\n'), 'a'), ['b c d']);
  assert.deepEqual(fieldValues(head('HTTP/1.1 200 OK\r\nA: b\rX: y\0z\r\n\r\n'), 'a'), ['b X: y\ufffdz']);
  assert.deepEqual(fieldValues(head('HTTP/1.1 200 OK\r\nA: nosniff\0 \r\n\r\n'), 'a'), ['nosniff\ufffd']);
});

for (const text of [
  '',
  '\r\n\r\n',
  'HTTP/1.1\r\n\r\n',
  'HTTP/1.1 20 OK\r\n\r\n',
  'HTTP/1.1 2000 OK\r\n\r\n',
  'ICY 200 OK\r\n\r\n',
  'HTTP/1.1 099 x\r\n\r\n',
]) {
  test(`${JSON.stringify(text)} has no status line`, () => assert.throws(() => head(text), ProtocolError));
}

test('ten thousand header lines are all kept', () => {
  const read = head(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(10_000)}Strict-Transport-Security: max-age=1\r\n\r\n`);
  assert.equal(read.fields.length, 10_001);
  assert.deepEqual(fieldValues(read, 'strict-transport-security'), ['max-age=1']);
});

test('nothing but ProtocolError comes out of any bytes, and offsets delimit each field', () => {
  const likely = fc.constantFrom('HTTP/1.1 200 OK', '\r\n', '\n', ':', ' ', 'Set-Cookie', '\0', '\r', 'é', 'x');
  fc.assert(
    fc.property(
      fc.array(likely, { maxLength: 30 }).map((parts) => parts.join('')),
      (text) => {
        try {
          const read = head(text);
          for (const { name, start, end } of read.fields) assert.ok(read.raw.slice(start, end).startsWith(name));
        } catch (error) {
          assert.ok(error instanceof ProtocolError);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('fields that are written are read back', () => {
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,20}$/);
  const value = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (fields) => {
      const written = writeRequestHead({ method: 'GET', target: '/', fields });
      const read = head(written.replace('GET / HTTP/1.1', 'HTTP/1.1 200 OK'));
      assert.deepEqual(
        read.fields.map((field) => [field.name, field.value]),
        fields,
      );
      assert.deepEqual(read.problems, []);
    }),
    { numRuns: 300 },
  );
});

test('nothing that would break the framing of a request is written', () => {
  const fields: [string, string][] = [['Host', 'a']];
  for (const bad of [
    { method: 'GE T', target: '/', fields },
    { method: 'GET', target: '/ HTTP/1.1\r\nX: y', fields },
    { method: 'GET', target: '', fields },
    { method: 'GET', target: '/é', fields },
    { method: 'GET', target: '/', fields: [['A', 'b\r\nX: y'] as const] },
    { method: 'GET', target: '/', fields: [['A:', 'b'] as const] },
    { method: 'GET', target: '/', fields: [['A', 'b\0'] as const] },
  ]) {
    assert.throws(() => writeRequestHead(bad), ProtocolError);
  }
});

test('every byte is one character', () => {
  const all = Uint8Array.from({ length: 256 }, (_, index) => index);
  assert.deepEqual(latin1Bytes(latin1Of(all)), all);
});
