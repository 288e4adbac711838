import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SimulatedConnection } from '../../../evidence/tls/schema.ts';
import { hasOpenssl, startNode, startOpenssl } from '../../testing/servers.ts';
import { takeLocal } from '../../testing/take.ts';

const outcomes = (connections: readonly SimulatedConnection[]): Record<string, string> =>
  Object.fromEntries(
    connections.map(({ client, failure, version }) => [client, failure === null ? String(version) : 'fails']),
  );

test('only new clients connect to a server of TLS 1.2 and 1.3 with an ECDSA key', async (t) => {
  const { port, close } = await startNode({ minVersion: 'TLSv1.2', ALPNProtocols: ['h2', 'http/1.1'] });
  t.after(close);
  const { clientSimulation } = await takeLocal(port, { scanMode: 'deep' });
  assert.ok(clientSimulation?.known);
  const { connections, fingerprint } = clientSimulation.value;
  const by = outcomes(connections);
  assert.equal(by['Chrome 156'], 'TLSv1.3');
  assert.equal(by['Safari / iOS 11'], 'TLSv1.2');
  assert.equal(by['Java 8 before update 151'], 'TLSv1.2');
  assert.equal(by['Java 7'], 'fails');
  assert.equal(by['Internet Explorer 8 / Windows XP (Schannel)'], 'fails');
  assert.match(fingerprint ?? '', /^[0-9a-f]{32}$/);
  const curl = connections.find(({ client }) => client.startsWith('curl'));
  assert.equal(curl?.failure, null);
  const old = connections.find(({ client }) => client === 'Safari / iOS 11');
  assert.equal(old?.protocol, 'h2');
  const xp = connections.find(({ client }) => client.includes('XP'));
  assert.equal(xp?.failure?.reason, 'alert');
});

test(
  'Java 7 cannot connect to a TLS 1.0 server with only 2048-bit Diffie-Hellman',
  { skip: !hasOpenssl() },
  async (t) => {
    const { port, close } = await startOpenssl(['-tls1', '-cipher', 'DHE-RSA-AES128-SHA:@SECLEVEL=0']);
    t.after(close);
    const { clientSimulation } = await takeLocal(port, { scanMode: 'deep' });
    assert.ok(clientSimulation?.known);
    const java7 = clientSimulation.value.connections.find(({ client }) => client === 'Java 7');
    assert.deepEqual([java7?.dhBits, java7?.failure], [2_048, { reason: 'dh-too-large', maxDhBits: 1_024 }]);
    const openssl = clientSimulation.value.connections.find(({ client }) => client === 'OpenSSL 1.0.1');
    assert.deepEqual([openssl?.failure, openssl?.version, openssl?.dhBits], [null, 'TLSv1.0', 2_048]);
  },
);
