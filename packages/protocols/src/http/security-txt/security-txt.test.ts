import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '../../testing/random.ts';
import { type Delivery, deliveryCodes } from './delivery.ts';
import { isLanguageTag } from './language-tag.ts';
import { parseSecurityTxt } from './parse.ts';
import { readTime } from './time.ts';

const expires = 'Expires: 2027-01-01T00:00:00Z';
const contact = 'Contact: mailto:security@site.example';
const problems = (text: string): string[] =>
  parseSecurityTxt(text).problems.map(({ code, line }) => (line === null ? code : `${code} ${line}`));

// RFC 9116 section 2.6.1, in its own words but for the dates.
const example = `# Our security address
Contact: mailto:security@example.com

# Our OpenPGP key
Encryption: https://example.com/pgp-key.txt

# Our security policy
Policy: https://example.com/security-policy.html
Preferred-Languages: en, es, zh-Hant-TW
Canonical: https://example.com/.well-known/security.txt
Expires: 2027-12-31T18:37:07z
`;

test('the example of the standard is read', () => {
  const { fields, signed, canonical, languages, ...rest } = parseSecurityTxt(example);
  assert.deepEqual(
    fields.map(({ name, line }) => [name, line]),
    [
      ['contact', 2],
      ['encryption', 5],
      ['policy', 8],
      ['preferred-languages', 9],
      ['canonical', 10],
      ['expires', 11],
    ],
  );
  assert.deepEqual(canonical, ['https://example.com/.well-known/security.txt']);
  assert.deepEqual(languages, ['en', 'es', 'zh-Hant-TW']);
  assert.deepEqual([signed, rest.problems, rest.expires], [false, [], Date.UTC(2027, 11, 31, 18, 37, 7)]);
});

const texts: [name: string, text: string, problems: string[]][] = [
  ['the least there is', `${contact}\n${expires}\n`, []],
  [
    'CRLF, white space at ends, and names in capitals',
    `CONTACT: tel:+1-201-555-0123 \t\r\nEXPIRES: 2027-01-01T00:00:00+01:00\r\n`,
    [],
  ],
  ['an unknown field', `${contact}\n${expires}\nMade-Up: x\n`, []],
  ['several contacts', `${contact}\nContact: https://site.example/report\n${expires}`, []],
  ['nothing', '', ['empty', 'contact-missing', 'expires-missing']],
  [
    'HTML',
    '<!doctype html>\n<html>',
    ['line-malformed 1', 'line-malformed 2', 'empty', 'contact-missing', 'expires-missing'],
  ],
  ['no contact', expires, ['contact-missing']],
  ['no date', contact, ['expires-missing']],
  ['two dates', `${contact}\n${expires}\n${expires}`, ['expires-repeated 3']],
  ['a day without time', `${contact}\nExpires: 2027-01-01`, ['expires-malformed 2']],
  ['the date of a mail', `${contact}\nExpires: Thu, 31 Dec 2026 18:37:07 -0800`, ['expires-malformed 2']],
  ['an address without scheme', `Contact: security@site.example\n${expires}`, ['uri-malformed 1']],
  ['an address in the clear', `Contact: http://site.example/\n${expires}`, ['uri-not-https 1']],
  ['no space', `Contact:mailto:a@site.example\n${expires}`, ['space-missing 1']],
  ['an empty field', `${contact}\n${expires}\nPolicy: `, ['line-malformed 3']],
  ['a byte order mark', `\u{feff}${contact}\n${expires}`, ['byte-order-mark 1']],
  [
    'languages twice',
    `${contact}\n${expires}\nPreferred-Languages: en\nPreferred-Languages: de`,
    ['languages-repeated 4'],
  ],
  ['no language', `${contact}\n${expires}\nPreferred-Languages: english language`, ['language-malformed 3']],
];
for (const [name, text, expected] of texts) {
  test(`${name}: ${expected.join(', ') || 'nothing wrong'}`, () => assert.deepEqual(problems(text), expected));
}

const framed = (content: string, ...rest: string[]): string =>
  [
    '-----BEGIN PGP SIGNED MESSAGE-----',
    'Hash: SHA512',
    '',
    content,
    '-----BEGIN PGP SIGNATURE-----',
    '',
    'iQ==',
    '-----END PGP SIGNATURE-----',
    ...rest,
    '',
  ].join('\n');

test('a signed text is read within its frame, and text outside of it is named', () => {
  const signed = parseSecurityTxt(framed(`- ${contact}\n${expires}`));
  assert.deepEqual([signed.signed, signed.problems, signed.fields[0]?.line], [true, [], 4]);
  assert.deepEqual(problems(framed(`${contact}\n${expires}`, 'Policy: https://other.example/')), ['unsigned-text 10']);
  assert.deepEqual(problems(`-----BEGIN PGP SIGNED MESSAGE-----\n\n${contact}\n${expires}`), ['signature-malformed 1']);
});

const plain = `${contact}\n${expires}`;
const lines = framed(plain).split('\n');
const without = (text: string): string => lines.filter((line) => line !== text).join('\n');
const armor = (...base64: string[]): string => framed(plain).replace('\niQ==\n', `\n${base64.join('\n')}\n`);
const frames: [name: string, text: string, problems: string[]][] = [
  ['no beginning', without('-----BEGIN PGP SIGNED MESSAGE-----'), ['signature-malformed 5']],
  ['no end', without('-----END PGP SIGNATURE-----'), ['signature-malformed 1']],
  ['no signature', without('-----BEGIN PGP SIGNATURE-----'), ['signature-malformed 8']],
  ['a dash too few', framed(plain).replace('-----BEGIN PGP SIGNED', '----BEGIN PGP SIGNED'), ['signature-malformed 1']],
  ['small letters', framed(plain).replace('END PGP SIGNATURE', 'End PGP Signature'), ['signature-malformed 9']],
  ['the frame twice', framed(framed(plain)), ['signature-malformed 4']],
  ['two frames, one after the other', `${framed(plain)}${framed(plain)}`, ['signature-malformed 10']],
  ['two signatures', framed(plain, ...lines.slice(5, 9)), ['signature-malformed 10']],
  ['no empty line after the headers', framed(plain).replace('SHA512\n', 'SHA512'), ['signature-malformed 1']],
  ['a field among the headers', framed(plain).replace('\n\n', `\n${contact}\n\n`), ['signature-malformed 1']],
  ['a line with a dash that is not escaped', framed(`${plain}\n-x`), ['signature-malformed 6', 'line-malformed 6']],
  ['a signature without content', armor(''), ['signature-malformed 6']],
  ['a signature that is no base64', armor('iQ=?'), ['signature-malformed 6', 'line-malformed 8']],
  ['a signature that was cut', armor('iQEz'.slice(0, 3)), ['signature-malformed 6']],
  ['what is no signature', armor('mQEz'), ['signature-malformed 6']],
  ['a checksum of something else', armor('iQEz', '=AAAA'), ['signature-malformed 6']],
  ['a checksum that fits', armor('iQEz', '=lcPb'), []],
  ['a comment in the armor', framed(plain).replace('SIGNATURE-----\n\n', 'SIGNATURE-----\nComment: x\n\n'), []],
];
for (const [name, text, expected] of frames) {
  test(`a frame with ${name}: ${expected.join(', ') || 'nothing wrong'}`, () => {
    assert.deepEqual(
      problems(text).filter((one) => !/repeated/.test(one)),
      expected,
    );
    assert.ok(parseSecurityTxt(text).fields.some((field) => field.name === 'contact'));
  });
}

const times: [text: string, ms: number | null][] = [
  ['2027-01-01T00:00:00Z', Date.UTC(2027, 0, 1)],
  ['2027-01-01t00:00:00.123z', Date.UTC(2027, 0, 1)],
  ['2027-01-01T00:00:00-01:30', Date.UTC(2027, 0, 1, 1, 30)],
  ['2027-02-29T00:00:00Z', null],
  ['2027-01-01T24:00:00Z', null],
  ['2027-01-01T00:00Z', null],
  ['2027-01-01T00:00:00', null],
  ['2027-01-01 00:00:00Z', null],
];
for (const [text, ms] of times) {
  test(`${text} is ${ms === null ? 'no time' : 'a time'}`, () => assert.equal(readTime(text), ms));
}

test('language tags have their shape, and languages of two letters are registered', () => {
  const tags = [
    'en',
    'de-CH-1901',
    'zh-Hant-TW',
    'sl-rozaj-biske',
    'es-419',
    'x-priv',
    'en-a-bbb-x-a',
    'gsw',
    'i-klingon',
  ];
  for (const tag of tags) assert.ok(isLanguageTag(tag), tag);
  const others = [
    'english',
    'deutsch',
    'en_US',
    'en-',
    '',
    '*',
    'e',
    'xx',
    'jp',
    'cn',
    'en;q=0.8',
    'de/en',
    'x-',
    'en US',
  ];
  for (const tag of others) assert.ok(!isLanguageTag(tag), tag);
});

const asked = 'https://site.example/.well-known/security.txt';
const delivered: Delivery = {
  asked,
  answered: asked,
  status: 200,
  lines: [['Content-Type', 'text/plain; charset=utf-8']],
  atMs: Date.UTC(2026, 5, 1),
};
const good = parseSecurityTxt(`${contact}\n${expires}\nCanonical: ${asked}`);

const deliveries: [name: string, change: Partial<Delivery>, codes: string[]][] = [
  ['as it should be', {}, []],
  ['after a redirect within the site', { answered: 'https://www.site.example/.well-known/security.txt' }, []],
  ['after a redirect to another site', { answered: 'https://other.example/security.txt' }, ['elsewhere']],
  ['in the clear', { answered: 'http://site.example/.well-known/security.txt' }, ['not-https']],
  ['as an error', { status: 404 }, ['not-found']],
  ['as HTML', { lines: [['Content-Type', 'text/html']] }, ['content-type']],
  ['without a charset', { lines: [['Content-Type', 'text/plain']] }, ['charset']],
  ['at the day that it expires', { atMs: Date.UTC(2027, 0, 1) }, ['expired']],
  ['years ahead', { atMs: Date.UTC(2025, 5, 1) }, ['expires-far']],
];
for (const [name, change, codes] of deliveries) {
  test(`a file served ${name}: ${codes.join(', ') || 'nothing wrong'}`, () => {
    assert.deepEqual(deliveryCodes({ ...delivered, ...change }, good), codes);
  });
}

test('a canonical address elsewhere is told', () => {
  const other = parseSecurityTxt(`${contact}\n${expires}\nCanonical: https://other.example/security.txt`);
  assert.deepEqual(deliveryCodes(delivered, other), ['canonical-mismatch']);
});

test('any text is read, and long lines in their stride', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => assert.ok(parseSecurityTxt(text).problems.length > 0)),
  );
  for (const piece of [' ', '\t ', 'a', ':', 'Contact: ', '- ', '-a', '\r'])
    parseSecurityTxt(`${contact}\n${piece.repeat(100_000)}x`);
});
