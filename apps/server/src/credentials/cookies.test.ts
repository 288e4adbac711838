import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IdentitySettings } from '../settings/identity.ts';
import { cookiesOf, cookieValue, loopbackCookies, secureCookies } from './cookies.ts';

interface Row {
  trustProxy?: IdentitySettings['trustProxy'];
  publicOrigin?: string | null;
  peer?: string;
  headers?: Record<string, string>;
}

function cookiesFor({ trustProxy = false, publicOrigin = null, peer = '127.0.0.1', headers = {} }: Row) {
  const origin = publicOrigin ?? 'http://localhost:8080';
  return cookiesOf({ trustProxy, publicOrigin })({
    headers: { host: 'localhost:8080', origin, ...headers },
    socket: { remoteAddress: peer },
  });
}

const loopback: Row[] = [
  {},
  { peer: '::1' },
  { peer: '::ffff:127.0.0.1' },
  { headers: { host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' } },
  { headers: { host: '[::1]:8080', origin: 'http://[::1]:8080' } },
  { headers: { host: 'LOCALHOST' } },
  { publicOrigin: 'http://localhost:8080' },
];

for (const row of loopback) {
  test(`a browser on the machine itself gets cookies that Safari accepts: ${JSON.stringify(row)}`, () => {
    assert.equal(cookiesFor(row), loopbackCookies);
  });
}

const elsewhere: Row[] = [
  { peer: '192.0.2.7' },
  { peer: '' },
  { headers: { host: 'perimeter.example' } },
  { headers: { host: 'localhost.perimeter.example' } },
  { headers: { host: 'perimeter.example:80@localhost' } },
  { headers: { host: '127.0.0.1.perimeter.example' } },
  { headers: { host: '' } },
  // A local reverse proxy that does not forward the original Host, as nginx does by default.
  { headers: { host: '127.0.0.1:8080', origin: 'https://perimeter.example' } },
  { headers: { origin: 'https://localhost:8443' } },
  { headers: { origin: 'null' } },
  { publicOrigin: 'https://perimeter.example' },
  { publicOrigin: 'http://perimeter.example' },
  { publicOrigin: 'https://localhost' },
  { trustProxy: 1 },
  { trustProxy: ['loopback'], headers: { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' } },
];
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
elsewhere.push(...forwarding.map((name) => ({ headers: { [name]: '127.0.0.1' } })));
// No header of a client or proxy may enable the weaker cookies.
elsewhere.push(...forwarding.map((name) => ({ peer: '192.0.2.7', headers: { [name]: '127.0.0.1' } })));

for (const row of elsewhere) {
  test(`any other browser gets Secure cookies with the prefix: ${JSON.stringify(row)}`, () => {
    assert.equal(cookiesFor(row), secureCookies);
  });
}

test('for a request without Origin, such as a followed link, the connection selects the cookies', () => {
  const request = { headers: { host: 'localhost:8080' }, socket: { remoteAddress: '127.0.0.1' } };
  assert.equal(cookiesOf({ trustProxy: false, publicOrigin: null })(request), loopbackCookies);
});

test('a cookie of one kind is not accepted as the other', () => {
  const field = 'theme=dark; perimeter=plain; __Host-perimeter=strict; xperimeter=other';
  assert.equal(cookieValue(secureCookies.session, field), 'strict');
  assert.equal(cookieValue(loopbackCookies.session, field), 'plain');
  assert.equal(cookieValue(secureCookies.session, 'perimeter=plain'), null);
  assert.equal(cookieValue(loopbackCookies.session, '__Host-perimeter=strict'), null);
  assert.equal(cookieValue(loopbackCookies.session, undefined), null);
});
