import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointHost } from './example.ts';
import { addressesWith, hostsWith } from './roles.ts';

const apex = endpointHost('a.test', ['192.0.2.1', '2001:db8::1']);
const www = endpointHost('www.a.test', ['192.0.2.1', '192.0.2.2']);
const mail = endpointHost('mx.a.test', ['192.0.2.3'], { roles: ['mail', 'name-server'] });
const endpoints = { hosts: [apex, www, mail] };

test('hosts are found by each of their roles', () => {
  assert.deepEqual(hostsWith(endpoints, 'web'), [apex, www]);
  assert.deepEqual(hostsWith(endpoints, 'mail'), [mail]);
  assert.deepEqual(hostsWith(endpoints, 'name-server'), [mail]);
  assert.deepEqual(hostsWith(endpoints, 'service'), []);
});

test('an address is listed once, for the first host of the role, and only if it may be reached', () => {
  const [first, second] = www.addresses;
  assert.ok(first !== undefined && second !== undefined);
  const blocked = { ...www, addresses: [first, { ...second, allowed: false, blockedBy: 'private' }] };
  assert.deepEqual(addressesWith({ hosts: [apex, blocked, mail] }, 'web'), [
    { host: 'a.test', address: '192.0.2.1' },
    { host: 'a.test', address: '2001:db8::1' },
  ]);
});
