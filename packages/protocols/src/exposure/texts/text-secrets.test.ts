import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { txtOctets } from '../../dns/rdata.ts';
import { ed, pem } from '../../secrets/testing/keys.ts';
import { maskLine, maskSecrets, maskTexts, secretIn } from './text-secrets.ts';

// In pieces, so that no scanner takes this file for a leak.
const value = ['Vk4TzQ8m', 'Wx2LpR7s', 'Nc9HbD3y'].join('');
const stripe = ['sk', 'live', `${value}0123`].join('_');
const key = pem(ed, 'pkcs8').replaceAll('\n', '');

const locked = pem(ed, 'pkcs8', true).replaceAll('\n', '');

const rows: readonly (readonly [text: string, what: string | null, stored: string])[] = [
  [`password=${value}`, 'a password', 'password=<redacted 24 characters>'],
  [`db_password=${value}`, 'a password', 'db_password=<redacted 24 characters>'],
  [`v=1; smtp-api-key: "${value}"; t=y`, 'a password', 'v=1; smtp-api-key: "<redacted 24 characters>"; t=y'],
  [`key ${stripe}`, 'a Stripe key', 'key sk_live_<redacted 28 characters>'],
  [key, 'a private key', key.replace(/(?<=-)[\w+/=]{60,}(?=-)/, '<redacted 64 characters>')],
  [`${key.slice(0, 80)}`, 'a private key', key.slice(0, 80).replace(/(?<=-)[\w+/=]{40,}$/, '<redacted 53 characters>')],
  [`see https://deploy:${value}@git.lab/`, null, 'see https://<redacted 31 bytes>@git.lab/'],
  [`https://a.lab/?access_token=${value}`, null, 'https://a.lab/?access_token=<redacted 24 bytes>'],
  [`sk_${'live'}_replacewithyourownkeyplease`, null, `sk_${'live'}_replacewithyourownkeyplease`],
  ['AKIAABCDEFGHIJKLMNOP', null, 'AKIA<withheld 16 characters>'],
  [`sk_${'live'}_redirectorsmanagement`, null, 'sk_live_<withheld 21 characters>'],
  [locked, null, locked.replace(/(?<=-)([\w+/=]{60,})(?=-)/, (body) => `<withheld ${body.length} characters>`)],
  ['password=changeme123', null, 'password=changeme123'],
  [`google-site-verification=${value}`, null, `google-site-verification=${value}`],
  [`v=DKIM1; k=rsa; p=MIIB${value}`, null, `v=DKIM1; k=rsa; p=MIIB${value}`],
  ['v=spf1 include:_spf.good.lab -all', null, 'v=spf1 include:_spf.good.lab -all'],
];

for (const [text, what, stored] of rows)
  test(`${text.slice(0, 24)}… is ${what ?? 'none of its own'}, before and after it is masked`, () => {
    assert.equal(maskSecrets(text), stored);
    assert.equal(maskSecrets(stored), stored);
    assert.equal(secretIn(text)?.what ?? null, what);
    assert.deepEqual(secretIn(stored), secretIn(text));
  });

test('TXT records keep what is public to the octet, and long ones stay records', () => {
  assert.equal(maskTexts('"v=spf1 -all" "more"'), '"v=spf1 -all" "more"');
  assert.equal(maskTexts('\\# 3 026869'), '\\# 3 026869');
  assert.equal(maskTexts(`"api_key=${value.slice(0, 9)}" "${value.slice(9)}"`), '"api_key=<redacted 24 characters>"');
  const long = maskTexts(`"${'x'.repeat(250)} pwd=" "${value}" "${'y'.repeat(200)}"`);
  assert.equal(txtOctets(long), `${'x'.repeat(250)} pwd=<redacted 224 characters>`);
});

test('lines of mail servers lose tokens, and keep what they can do', () => {
  assert.equal(maskLine(`XAUTH TOKEN=${value}`), 'XAUTH TOKEN=<redacted 24 characters>');
  for (const line of ['AUTH=LOGIN PLAIN', 'mail.lab ESMTP Postfix (2.9.6) Debian/GNU', 'SIZE 10485760'])
    assert.equal(maskLine(line), line);
});

test("'no piece of six characters of a secret is left, at any position'", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (before, after) => {
      const masked = maskSecrets(`${before} password=${value} ${after}`);
      for (let at = 0; at + 6 <= value.length; at += 1) assert.ok(!masked.includes(value.slice(at, at + 6)));
    }),
  );
});
