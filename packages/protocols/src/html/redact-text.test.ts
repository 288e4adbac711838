import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { pageOf } from './page.ts';
import { redactMeta, redactText } from './redact-text.ts';

/** Builds keys from pieces, so that no scanner takes this file for a leak. */
const key = (...parts: string[]): string => parts.join('');
const random = 'Qm9vZ2llMTIzNDU2Nzg5MHh5WkFC';

const secrets: [what: string, text: string, secret: string][] = [
  ['a hidden field', '<input type="hidden" name="a" value="opensesame">', 'opensesame'],
  ['a hidden field without quotes', '<INPUT value=opensesame TYPE=hidden>', 'opensesame'],
  ['a hidden field in single quotes', "<input type='hidden' value='open sesame'>", 'open sesame'],
  ['a token against forgery', '<meta name="csrf-token" content="opensesame">', 'opensesame'],
  ['a member of an object', '<script>x = {"apiKey": "opensesame"}</script>', 'opensesame'],
  ['a parameter of a URL', '<a href="/x?token=opensesame&b=c">', 'opensesame'],
  ['a mail address', 'write to jane.doe@mail.site.example now', 'jane.doe@mail.site.example'],
  ['a live key', `<script>pay("${key('sk_', 'live_', random)}")</script>`, random],
  ['a word drawn at random', `data-x="${random}"`, random],
  ['a digest', 'data-x="0123456789abcdef0123456789abcdef"', '0123456789abcdef'],
  ['a private key', `${key('-----BEGIN ', 'PRIVATE KEY-----')}\nMIIEvQIBADANBgkq\n-----END`, 'MIIEvQIBADANBgkq'],
];
for (const [what, text, secret] of secrets) {
  test(`${what} is masked, all else keeps its place`, () => {
    const redacted = redactText(text);
    assert.equal(redacted.length, text.length);
    assert.ok(!redacted.includes(secret), redacted);
    const at = text.indexOf(secret);
    assert.match(redacted.slice(at, at + secret.length), /^\*+$/);
  });
}

test('what checks quote stays', () => {
  const kept = `<!doctype html><title>A site</title>
<meta http-equiv="Content-Security-Policy" content="script-src 'sha256-${random}${random}' 'nonce-${random}'">
<meta name="viewport" content="width=device-width"><input type="text" value="search">
<a href="https://www.site.example/a-long-path-of-words/and-more-words">x</a>`;
  assert.equal(redactText(kept), kept);
});

test('every text keeps its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => redactText(text).length === text.length),
  );
});

test("'no run of six characters of a planted key is left, at any position'", () => {
  const around = fc.constantFrom('"', "'", ' ', '>', '<p>', '=', '&', ';', '\n', '/', '\\');
  const planted = fc
    .stringMatching(/^[A-Za-z0-9]{24,40}$/)
    .filter((text) => /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)/.test(text));
  fc.assert(
    fc.property(planted, around, around, (secret, before, after) => {
      const redacted = redactText(`<p>text</p>${before}${key('sk_', 'live_', secret)}${after}<p>text</p>`);
      for (let at = 0; at + 6 <= secret.length; at += 1) assert.ok(!redacted.includes(secret.slice(at, at + 6)));
    }),
  );
});

for (const [what, text] of [
  ['angle brackets', '<input '.repeat(40_000)],
  ['quotes', '<input type=hidden value="'.repeat(20_000)],
  ['at signs', 'a@'.repeat(150_000)],
  ['dots', `a@${'b.'.repeat(150_000)}`],
  ['one word', 'a'.repeat(300_000)],
  ['begins of keys', '-----BEGIN PRIVATE KEY-----'.repeat(10_000)],
  ['names', 'token'.repeat(60_000)],
  ['equals signs', 'token= '.repeat(40_000)],
] as const) {
  test(`${text.length} characters of ${what} keep their length`, () =>
    assert.equal(redactText(text).length, text.length));
}

test('meta elements keep no token', () => {
  assert.equal(redactMeta('csrf-token', 'Zk8qWv3TnX'), '**********');
  assert.equal(redactMeta('refresh', '0;url=/in?token=Zk8q&x=1'), '0;url=/in?token=****&x=1');
  assert.equal(redactMeta('referrer', 'no-referrer'), 'no-referrer');
  assert.deepEqual(
    pageOf('<meta name=csrf-token content=Zk8q><meta name=generator content="A 1.2">').metas.map(
      ({ content }) => content,
    ),
    ['****', 'A 1.2'],
  );
});
