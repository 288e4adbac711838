import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { deviceCookieField, knownDevice } from './device.ts';

const [secret, other] = [randomBytes(32), randomBytes(32)];
const cookie = deviceCookieField(secret, 'Holder@example.com').split(';')[0] ?? '';

test('a browser is known by its cookie, for its account alone, and under the secret before', () => {
  const device = knownDevice(`theme=dark; ${cookie}`, [secret], 'holder@example.com');
  assert.match(device ?? '', /^[\w-]{22}$/);
  assert.equal(knownDevice(cookie, [other, secret], 'holder@example.com'), device);
  assert.equal(knownDevice(cookie, [other], 'holder@example.com'), null);
  assert.equal(knownDevice(cookie, [secret], 'somebody@example.com'), null);
});

test('what is no cookie of ours shows nothing', () => {
  const changed = cookie.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  for (const cookies of [undefined, '', '__Host-perimeter-device=', `x${cookie}`, changed, `${cookie}x`]) {
    assert.equal(knownDevice(cookies, [secret], 'holder@example.com'), null, cookies);
  }
});
