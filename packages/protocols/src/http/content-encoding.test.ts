import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseContentEncoding } from './content-encoding.ts';

/** Observed behaviour of Chromium 156: the codings that it decodes, and null where it shows an error. */
const rows: readonly (readonly [lines: readonly string[], undone: readonly string[] | null, problems: string[]])[] = [
  [[], [], []],
  [['gzip'], ['gzip'], []],
  [['GZIP'], ['gzip'], []],
  [['x-gzip'], ['x-gzip'], []],
  [['deflate'], ['deflate'], []],
  [['br'], ['br'], []],
  [['zstd'], ['zstd'], []],
  [['gzip, gzip'], ['gzip', 'gzip'], []],
  [['gzip', 'br'], ['gzip', 'br'], []],
  [['identity'], [], []],
  [['none'], [], ['"none"']],
  [['binary'], [], ['"binary"']],
  [['8bit'], [], ['"8bit"']],
  [['base64'], [], ['"base64"']],
  [['aws-chunked'], [], ['"aws-chunked"']],
  [['amz-1.0'], [], ['"amz-1.0"']],
  [['UTF-8'], [], ['"utf-8"']],
  [['ISO-8859-1'], [], ['"iso-8859-1"']],
  [['compress'], [], ['"compress"']],
  [['x-compress'], [], ['"x-compress"']],
  [['x-deflate'], [], ['"x-deflate"']],
  [['deflate-raw'], [], ['"deflate-raw"']],
  [['dcb'], [], ['"dcb"']],
  [['dcz'], [], ['"dcz"']],
  [['x-br'], [], ['"x-br"']],
  [[''], [], ['""']],
  [['gzip, none'], [], ['"none"']],
  [['none, gzip'], [], ['"none"']],
  [['gzip', 'none'], [], ['"none"']],
  [['aws-chunked, gzip'], [], ['"aws-chunked"']],
  [['gzip, identity'], [], ['"identity"']],
  [['identity', 'gzip'], [], ['"identity"']],
  [['gzip,'], [], ['""']],
  [[',gzip'], [], ['""']],
  [['x-gzip, foo'], [], ['"foo"']],
  [['text/html'], [], ['"text/html"']],
  [["a'b"], [], ['"a\'b"']],
  [['none, *'], null, ['"*"']],
  [['none;q=0'], null, ['"none;q=0"']],
  [['a=b'], null, ['"a=b"']],
  [['*'], null, ['"*"']],
  [['"gzip"'], null, ['"\\"gzip\\""']],
  [['gzip;q=1'], null, ['"gzip;q=1"']],
  [['gzip gzip'], null, ['"gzip gzip"']],
];

for (const [lines, undone, problems] of rows)
  test(`Content-Encoding: ${JSON.stringify(lines)}`, () => {
    assert.deepEqual(parseContentEncoding(lines), { value: undone, problems });
  });
