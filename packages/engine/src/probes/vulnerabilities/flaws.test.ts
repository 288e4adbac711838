import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sideBySide } from '@perimeter/lab/harness';
import { readHeartbleed } from '../../evidence/vulnerabilities/flaws/heartbleed.ts';
import { readRobot } from '../../evidence/vulnerabilities/flaws/robot.ts';
import type { VulnerabilityEndpoint } from '../../evidence/vulnerabilities/endpoint.ts';
import type { LocalServer } from '../../tls/testing/local-server.ts';
import { found, isVulnerable, unsettled } from './testing/found.ts';
import { startFake, startOpen } from './testing/servers.ts';
import { takeFlaws } from './testing/take.ts';

const take = async (server: LocalServer, otherHosts: readonly string[] = []): Promise<VulnerabilityEndpoint> => {
  const target = { host: 'server.test', address: '127.0.0.1', otherHosts, ports: { 443: server.port } };
  const { endpoint } = await takeFlaws(target);
  server.close();
  return endpoint;
};

sideBySide('local servers', () => {
  for (const [name, flaws] of [
    ['ticketbleed', ['ticketbleed']],
    ['robot-strong', ['robot']],
    ['robot-weak', ['robot']],
    ['sound', []],
    ['tickets', []],
  ] as const) {
    test(`the simulated server ${name} has ${flaws.length === 0 ? 'no flaw' : 'only this flaw'}`, async () => {
      const endpoint = await take(await startFake(name));
      assert.deepEqual([found(endpoint), unsettled(endpoint)], [flaws, []]);
    });
  }

  test('answers that change between rounds are no oracle', async () => {
    const { robot } = await take(await startFake('robot-unstable'));
    assert.notEqual(isVulnerable(robot, readRobot), true);
  });

  test('standard mode only connects to port 80, and takes the rest from the inventory', async () => {
    const server = await startOpen();
    const target = { host: 'server.test', address: '127.0.0.1', ports: { 443: server.port } };
    const { endpoint, connections } = await takeFlaws(target, { scanMode: 'standard' });
    server.close();
    assert.deepEqual([endpoint.connections, connections], [0, 1]);
    assert.equal(isVulnerable(endpoint.heartbleed, readHeartbleed), false);
    assert.ok(!endpoint.robot.known && endpoint.robot.failure.reason === 'not-tested');
  });

  test('a server with only TLS 1.3 needs no tests', async () => {
    const endpoint = await take(await startOpen({ minVersion: 'TLSv1.3' }));
    assert.equal(endpoint.connections, 0);
    assert.deepEqual(found(endpoint), []);
  });
});
