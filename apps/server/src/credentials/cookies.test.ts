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
  // A proxy on the same machine that hides the name it is reached by, as nginx does unless told otherwise.
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
// Nothing that a client or a proxy says of itself turns the weaker cookies on.
elsewhere.push(...forwarding.map((name) => ({ peer: '192.0.2.7', headers: { [name]: '127.0.0.1' } })));

for (const row of elsewhere) {
  test(`any other browser gets cookies under the prefix, with Secure: ${JSON.stringify(row)}`, () => {
    assert.equal(cookiesFor(row), secureCookies);
  });
}

test('a request without an Origin, such as following a link, has the cookies of its connection', () => {
  const request = { headers: { host: 'localhost:8080' }, socket: { remoteAddress: '127.0.0.1' } };
  assert.equal(cookiesOf({ trustProxy: false, publicOrigin: null })(request), loopbackCookies);
});

test('neither kind of cookie is taken for the other', () => {
  const field = 'theme=dark; perimeter=plain; __Host-perimeter=strict; xperimeter=other';
  assert.equal(cookieValue(secureCookies.session, field), 'strict');
  assert.equal(cookieValue(loopbackCookies.session, field), 'plain');
  assert.equal(cookieValue(secureCookies.session, 'perimeter=plain'), null);
  assert.equal(cookieValue(loopbackCookies.session, '__Host-perimeter=strict'), null);
  assert.equal(cookieValue(loopbackCookies.session, undefined), null);
});
