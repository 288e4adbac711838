import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '../testing/random.ts';
import { parseDomain } from './name.ts';
import { suggestDomain, suggestionText } from './suggestion.ts';

const rows: [string, string | null][] = [
  ['https://good-company.com', 'good-company.com'],
  ['https://user:s3cret@Good-Company.com:8443/path?q=1#f', 'good-company.com'],
  ['HTTPS://user:p@ss@good-company.com/', 'good-company.com'],
  ['http:\\\\good-company.com\\x', 'good-company.com'],
  ['https:/user:s3cret@good-company.com', 'good-company.com'],
  ['https:good-company.com/x', 'good-company.com'],
  ['HTTPS:///good-company.com', 'good-company.com'],
  ['ftp://good-company.com', 'good-company.com'],
  ['good-company.com/login', 'good-company.com'],
  ['good-company.com?x=1', 'good-company.com'],
  ['good-company.com:443', 'good-company.com'],
  ['someone@good-company.com', 'good-company.com'],
  ['mailto:someone@good-company.com', 'good-company.com'],
  ['user:s3cret@good-company.com', 'good-company.com'],
  ['*.good-company.com', 'good-company.com'],
  ['https://*.good-company.com/', 'good-company.com'],
  ['.good-company.com', 'good-company.com'],
  ['<https://good-company.com>', 'good-company.com'],
  ['https://bücher.de/', 'xn--bcher-kva.de'],
  ['„bücher.de“', 'xn--bcher-kva.de'],
  ['«good-company.com»', 'good-company.com'],
  ['good\u2013company.com', 'good-company.com'],
  ['good-company,com', 'good-company.com'],
  ['good-company .com', 'good-company.com'],
  ['good-company..com', 'good-company.com'],
  ['htpp:/good-company.com', 'good-company.com'],
  ['http//good-company.com/x', 'good-company.com'],
  ['https://user:s3,cret@good-company.com', 'good-company.com'],
  ['good company.com', null],
  ['good-company.com, bad-company.com', 'good-company.com'],
  ['https://192.0.2.1/', null],
  ['https://[2001:db8::1]/', null],
  ['https://localhost/', null],
  ['https://user:s3cret@/', null],
  ['*.com', null],
  ['', null],
];
for (const [input, expected] of rows) {
  test(`suggests ${expected ?? 'nothing'} for ${input === '' ? 'an empty text' : input}`, () => {
    assert.equal(suggestDomain(input)?.ascii ?? null, expected);
  });
}

for (const [input, expected] of [
  ['https://bücher.de/x', '. Did you mean bücher.de?'],
  ['почта@пример.рф', '. Did you mean пример.рф?'],
  ['http://раураӏ.com', '. Did you mean xn--80aa0cbo65f.com?'],
  ['пример', ''],
] as const) {
  test(`of ${input}, the domain that may be meant is named in its own letters unless they look like others`, () =>
    assert.equal(suggestionText(input), expected));
}

test('a suggestion is a domain that can be audited, whatever the text', () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom('://', '@', '*.', ':', '/', 'a.org', '[', '\\'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const found = suggestDomain(pieces.join(''));
      if (found !== null) assert.ok(parseDomain(found.ascii).ok);
    }),
  );
});
