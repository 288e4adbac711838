import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstByteRange } from './byte-ranges.ts';

const head = 'Content-Type: text/plain\r\nContent-Range: bytes 0-4/9\r\n\r\n';

const rows: readonly (readonly [what: string, content: string, text: string | null])[] = [
  ['one part', `--b\r\n${head}DB_A=\r\n--b--\r\n`, 'DB_A='],
  ['a line before the first delimiter', `\r\n--b\r\n${head}DB_A=\r\n--b--\r\n`, 'DB_A='],
  ['a preamble', `This is a preamble.\r\n--b \r\n${head}DB_A=\r\n--b--\r\n`, 'DB_A='],
  ['two parts', `--b\r\n${head}DB_A=\r\n--b\r\n${head}OTHER\r\n--b--\r\n`, 'DB_A='],
  ['lines that end with LF alone', `--b\n${head.replaceAll('\r', '')}DB_A=\n--b--\n`, 'DB_A='],
  ['a part that was cut', `--b\r\n${head}DB`, 'DB'],
  ['no range', '--b\r\nContent-Type: text/plain\r\n\r\nDB_A=\r\n--b--\r\n', 'DB_A='],
  ['no header lines', '--b\r\n\r\nDB_A=\r\n--b--', 'DB_A='],
  ['a range that is shorter than its octets', `--b\r\n${head}DB_A=long\r\n--b--`, 'DB_A='],
  ['header lines that were cut', '--b\r\nContent-Type: text/pl', null],
  ['another boundary', `--c\r\n${head}DB_A=\r\n--c--`, null],
  ['nothing', '', null],
];

for (const [what, content, text] of rows)
  test(`multipart/byteranges with ${what}`, () => assert.equal(firstByteRange(content, 'b')?.text ?? null, text));

test('a part has its own header lines, and no boundary names no part', () => {
  assert.deepEqual(firstByteRange(`--b\r\n${head}DB_A=`, 'b')?.headers, [
    ['Content-Type', 'text/plain'],
    ['Content-Range', 'bytes 0-4/9'],
  ]);
  assert.equal(firstByteRange(`--\r\n${head}DB_A=`, ''), null);
});
