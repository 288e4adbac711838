import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import { safeLines, safeText } from './safe-text.ts';

const rows: [name: string, input: string, expected: string][] = [
  ['plain text stays', 'max-age=31536000; includeSubDomains', 'max-age=31536000; includeSubDomains'],
  ['letters of any script stay', 'münchen 例え.テスト 🙂', 'münchen 例え.テスト 🙂'],
  ['escape sequences show', '\u001b[31mred\u001b]8;;http://x\u0007', '\\u{1b}[31mred\\u{1b}]8;;http://x\\u{7}'],
  ['CR, backspace, NUL and tab show', 'a\rb\bc\0d\te', 'a\\u{d}b\\u{8}c\\u{0}d\\u{9}e'],
  ['DEL and C1 show', '\u007f\u009b31m\u0085', '\\u{7f}\\u{9b}31m\\u{85}'],
  ['bidi overrides and isolates show', '\u202egpj.exe\u2066\u200f\u061c', '\\u{202e}gpj.exe\\u{2066}\\u{200f}\\u{61c}'],
  ['zero-width characters show', 'pay\u200bpal\ufeff\u00ad\u2060', 'pay\\u{200b}pal\\u{feff}\\u{ad}\\u{2060}'],
  ['line separators show', 'a\nb\u2028c\u2029d', 'a\\u{a}b\\u{2028}c\\u{2029}d'],
  ['lone surrogates show, pairs stay', '\ud800x\udc00 \ud83d\ude42', '\\u{d800}x\\u{dc00} 🙂'],
  ['tags and fillers show', 'a\u{e0041}b\u3164', 'a\\u{e0041}b\\u{3164}'],
  [
    'a workflow command shows',
    ' ::error file=a::b ::stop-commands::x',
    ' :\\u{3a}error file=a::b :\\u{3a}stop-commands::x',
  ],
  [
    'the older commands of build logs show',
    'a ##[error]b ##vso[task.x] ###[y',
    'a #\\u{23}[error]b #\\u{23}vso[task.x] ##\\u{23}[y',
  ],
  [
    'two colons and two hashes that command nothing stay',
    '::1 ::ffff:192.0.2.1 std::move ## [x]',
    '::1 ::ffff:192.0.2.1 std::move ## [x]',
  ],
  ['text is composed to NFC', 'e\u0301', 'é'],
];
for (const [name, input, expected] of rows) {
  test(name, () => assert.equal(safeText(input), expected));
}

test('a long text is cut with a mark, never inside an escape', () => {
  assert.equal(safeText('abcdef', { maxLength: 6 }), 'abcdef');
  assert.equal(safeText('abcdefg', { maxLength: 6 }), 'abcde…');
  assert.equal(safeText('abc\u001bdef', { maxLength: 7 }), 'abc…');
  assert.equal(safeText('abcdefg', { maxLength: 6, ascii: true }), 'abc...');
});

test('output for an ASCII sink contains only ASCII', () => {
  assert.equal(safeText('naïve … “x” → 🙂', { ascii: true }), 'na\\u{ef}ve ... "x" -> \\u{1f642}');
});

test('lines end at LF and CRLF, and a lone CR is made visible', () => {
  assert.deepEqual(safeLines('a\r\nb\nc\rd'), ['a', 'b', 'c\\u{d}d']);
});

const commandParts = fc
  .array(
    fc.constantFrom(
      '##',
      '#',
      '[',
      'vso',
      '::',
      ':',
      'error',
      'Set-Output',
      ' ',
      'name=x',
      'stop-commands',
      '\\',
      '\u001b',
    ),
  )
  .map((parts) => parts.join(''));
test('no text keeps a command of a build log, wherever it is cut', () => {
  fc.assert(
    fc.property(commandParts, fc.integer({ min: 8, max: 60 }), (text, maxLength) => {
      const safe = safeText(text, { maxLength });
      assert.doesNotMatch(safe, /##(?:vso)?\[|::(?:error|set-output|stop-commands)(?:\s|::)/iu);
      assert.equal(safeText(safe, { maxLength }), safe);
    }),
    { numRuns: 500 },
  );
});

const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0x2100 }).map((unit) => String.fromCharCode(unit)) });
test('no text keeps a control character, and a second pass changes nothing', () => {
  fc.assert(
    fc.property(
      fc.oneof(anyText, fc.string({ unit: anyCharacter })),
      fc.integer({ min: 8, max: 40 }),
      (text, maxLength) => {
        const safe = safeText(text, { maxLength });
        assert.doesNotMatch(safe, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        assert.ok(safe.isWellFormed());
        assert.ok([...safe].length <= maxLength);
        assert.equal(safeText(safe, { maxLength }), safe);
        assert.match(safeText(text, { maxLength, ascii: true }), /^[\x20-\x7e]*$/u);
      },
    ),
    { numRuns: 500 },
  );
});
