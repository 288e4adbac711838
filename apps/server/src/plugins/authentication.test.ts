import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secureCookies } from '../credentials/cookies.ts';
import { createHttp } from './bare-server.ts';
import { proxiesTrusted } from '../identity/proxies.ts';
import type { IdentitySettings } from '../settings/identity.ts';
import { addAuthentication, addressOf } from './authentication.ts';
import { addRouteFacts } from './route-facts.ts';

const nobody = {
  atHand: () => undefined,
  forgetAll: () => undefined,
  byKey: async () => null,
  bySession: async () => null,
  forget: () => undefined,
};

/** A server that answers with the principal. */
async function echo(trustProxy: IdentitySettings['trustProxy']) {
  const http = createHttp(false, proxiesTrusted(trustProxy));
  addRouteFacts(http);
  addAuthentication(http, { authenticator: nobody, publicOrigin: null, cookiesOf: () => secureCookies });
  http.get('/api/echo', (request, reply) => reply.send({ ...request.principal, address: addressOf(request) }));
  await http.ready();
  return async (remoteAddress: string, forwarded?: string): Promise<unknown> => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return (await http.inject({ url: '/api/echo', remoteAddress, headers })).json();
  };
}

const forwarded = '192.0.2.66, 198.51.100.7, 10.9.9.9';
const asks = (address: string, network = address) => ({ kind: 'anonymous', address, network });

for (const [trustProxy, remoteAddress, field, address] of [
  [false, '203.0.113.5', forwarded, '203.0.113.5'],
  [1, '203.0.113.5', forwarded, '10.9.9.9'],
  [2, '203.0.113.5', forwarded, '198.51.100.7'],
  [9, '203.0.113.5', forwarded, '192.0.2.66'],
  [1, '203.0.113.5', undefined, '203.0.113.5'],
  [1, '203.0.113.5', 'unknown', '203.0.113.5'],
  [['10.0.0.0/8', 'fd00::/8'], '10.1.1.1', forwarded, '198.51.100.7'],
  [['10.0.0.0/8', 'fd00::/8'], 'fd00::1', forwarded, '198.51.100.7'],
  [['10.0.0.0/8', 'fd00::/8'], '203.0.113.5', forwarded, '203.0.113.5'],
] as const) {
  const trusted = typeof trustProxy === 'object' ? [...trustProxy] : trustProxy;
  test(`a request from ${remoteAddress} with ${field}, trusting ${String(trustProxy)}, counts as ${address}`, async () => {
    assert.deepEqual(await (await echo(trusted))(remoteAddress, field), asks(address));
  });
}

test('an IPv6 caller is counted by its /64', async () => {
  const ask = await echo(1);
  assert.deepEqual(await ask('10.0.0.1', '2001:db8:1:2::77'), asks('2001:db8:1:2::77', '2001:db8:1:2::/64'));
});
