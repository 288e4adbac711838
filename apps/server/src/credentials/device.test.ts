import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { cookieValue, secureCookies } from './cookies.ts';
import { deviceCookieField, knownDevice } from './device.ts';

const [secret, other] = [randomBytes(32), randomBytes(32)];
const cookie = deviceCookieField(secureCookies, secret, 'Holder@example.com');
const value = cookieValue(secureCookies.device, cookie) ?? '';

test('a device cookie is accepted for its own account only, also when the previous secret signed it', () => {
  const device = knownDevice(value, [secret], 'holder@example.com');
  assert.match(device ?? '', /^[\w-]{22}$/);
  assert.equal(knownDevice(value, [other, secret], 'holder@example.com'), device);
  assert.equal(knownDevice(value, [other], 'holder@example.com'), null);
  assert.equal(knownDevice(value, [secret], 'somebody@example.com'), null);
});

test('a cookie that the service did not make is ignored', () => {
  const changed = value.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  for (const strange of [null, '', `x${value}`, changed, `${value}x`]) {
    assert.equal(knownDevice(strange, [secret], 'holder@example.com'), null, String(strange));
  }
});
