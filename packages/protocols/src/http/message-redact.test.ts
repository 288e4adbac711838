import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseResponseHead } from './message-head.ts';
import { redactFieldValue, redactRawHead, redactUrl, starUrlSecrets } from './message-redact.ts';
import { latin1Bytes } from '../bytes.ts';

const rows: [name: string, value: string, stored: string][] = [
  ['Set-Cookie', 'sid=0123456789; Path=/; HttpOnly', 'sid=<redacted 10 bytes>; Path=/; HttpOnly'],
  ['set-cookie', 'sid=a=b=c', 'sid=<redacted 5 bytes>'],
  ['Set-Cookie', 'gone=; Max-Age=0', 'gone=; Max-Age=0'],
  ['Set-Cookie', 'nameless; Secure', '<redacted 8 bytes>; Secure'],
  [
    'Set-Cookie',
    'sid="012345;6789ab; cd=efghij"; Path=/',
    'sid=<redacted 7 bytes>;<6 characters>;<2 characters>=<7 characters>; Path=/',
  ],
  ['Cookie', 'a=12; b=345', 'a=<redacted 2 bytes>; b=<redacted 3 bytes>'],
  ['Authorization', 'Bearer abcdef', 'Bearer <redacted 6 bytes>'],
  ['X-CSRF-Token', 'abc', '<redacted 3 bytes>'],
  ['X-Api-Key', 'abc', '<redacted 3 bytes>'],
  ['X-Access_Key', 'abc', '<redacted 3 bytes>'],
  ['X-Auth', 'abc', '<redacted 3 bytes>'],
  ['X-Author', 'abc', 'abc'],
  ['Access-Control-Allow-Credentials', 'true', 'true'],
  [
    'Location',
    'https://a.example/cb?code=abc&next=/x#access_token=defg',
    'https://a.example/cb?code=<redacted 3 bytes>&next=/x#access_token=<redacted 4 bytes>',
  ],
  ['Location', '/app;jsessionid=ABCDEF?x=1', '/app;jsessionid=<redacted 6 bytes>?x=1'],
  [
    'Content-Security-Policy',
    "default-src 'self'; script-src 'nonce-abc'",
    "default-src 'self'; script-src 'nonce-abc'",
  ],
  ['Strict-Transport-Security', 'max-age=1; includeSubDomains', 'max-age=1; includeSubDomains'],
  ['WWW-Authenticate', 'Basic realm="x"', 'Basic realm="x"'],
  ['Location', 'https://user:secretpw@host.example/x', 'https://<redacted 13 bytes>@host.example/x'],
  ['Location', '//:p@ss:w@host.example:8443?q=a@b', '//<redacted 7 bytes>@host.example:8443?q=a@b'],
  [
    'Link',
    '<https://u:pw@a.example/>, <https://b.example:443/@x:y@z>',
    '<https://<redacted 4 bytes>@a.example/>, <https://b.example:443/@x:y@z>',
  ],
  ['Location', 'https://ghp_0123456789@host.example/x', 'https://<redacted 14 bytes>@host.example/x'],
  ['Location', 'https:ghp_0123456789@host.example/x', 'https:<redacted 14 bytes>@host.example/x'],
  ['Location', '\\\\token@host.example/@b', '\\\\<redacted 5 bytes>@host.example/@b'],
  ['Refresh', '0; url=//token@host.example', '0; url=//<redacted 5 bytes>@host.example'],
  ['Location', 'https://host.example/@scope/x?y=a@b#c@d', 'https://host.example/@scope/x?y=a@b#c@d'],
  ['Location', 'mailto:a@host.example', 'mailto:a@host.example'],
  ['Report-To', '{"url":"https://a.example:8443","to":"b@c"}', '{"url":"https://a.example:8443","to":"b@c"}'],
];
for (const [name, value, stored] of rows) {
  test(`${name}: ${value} is stored as ${stored}`, () => assert.equal(redactFieldValue(name, value), stored));
}

test('in the raw head only secret values change, folded lines included', () => {
  const text = 'HTTP/1.1 200 OK\r\nServer:  x\r\nSet-Cookie: sid=abc\r\n def; Secure\r\nX: y\r\n\r\n';
  const head = parseResponseHead(latin1Bytes(text));
  assert.equal(
    redactRawHead(head),
    'HTTP/1.1 200 OK\r\nServer:  x\r\nSet-Cookie: sid=<redacted 7 bytes>; Secure\r\nX: y\r\n\r\n',
  );
});

test('a long hostile URL is redacted in linear time', () => {
  const hostile = `?${'token'.repeat(20_000)}`;
  assert.equal(redactUrl(hostile), hostile);
});

test("'a password in a URL is neither in the raw head nor in a requested URL'", () => {
  const text = 'HTTP/1.1 302 Found\r\nLocation: https://user:secretpw@host.example/\r\n\r\n';
  const head = parseResponseHead(latin1Bytes(text));
  const stored = 'https://<redacted 13 bytes>@host.example/';
  assert.equal(redactRawHead(head), `HTTP/1.1 302 Found\r\nLocation: ${stored}\r\n\r\n`);
  assert.equal(redactUrl('https://user:secretpw@host.example/'), stored);
  assert.equal(redactUrl(stored), stored);
  assert.equal(new URL(stored).host, 'host.example');
});

test('many slashes, colons and at signs are redacted in linear time', () => {
  for (const part of ['/', '//a:', '//a:b', ':', 'https:', 'https://a']) {
    const hostile = `//${part.repeat(50_000)}`;
    assert.equal(redactUrl(hostile), hostile);
  }
  assert.equal(redactUrl(`//${'@'.repeat(50_000)}`), '//<redacted 49999 bytes>@');
});

test('in a text that is still to be read, stars keep length and form', () => {
  const text = 'Disallow: /feed?token=abc&x=1\nContact: https://user:pw@site.lab/report\nContact: mailto:a@b.lab\n';
  assert.equal(
    starUrlSecrets(text),
    'Disallow: /feed?token=***&x=1\nContact: https://*******@site.lab/report\nContact: mailto:a@b.lab\n',
  );
});
