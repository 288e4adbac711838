import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { waitSideBySide } from '@perimeter/lab/harness';
import { createSecureContext } from 'node:tls';
import { unclear } from '../../evidence/observed.ts';
import type { VulnerabilityEndpoint } from '../../evidence/vulnerabilities/endpoint.ts';
import type { LocalServer } from '../../tls/testing/local-server.ts';
import { hasOpenssl, startOpenssl, startRaw } from '../../tls/testing/servers.ts';
import { readCrossName } from '../../evidence/vulnerabilities/flaws/cross-name.ts';
import { readEarlyCcs } from '../../evidence/vulnerabilities/flaws/early-ccs.ts';
import { found, isVulnerable, readSeen, renegotiated, unsettled } from './testing/found.ts';
import { identityFor, startFake, startOpen } from './testing/servers.ts';
import { takeFlaws } from './testing/take.ts';

const take = async (server: LocalServer, otherHosts: readonly string[] = []): Promise<VulnerabilityEndpoint> => {
  const target = { host: 'server.test', address: '127.0.0.1', otherHosts, ports: { 443: server.port } };
  const { endpoint } = await takeFlaws(target);
  server.close();
  return endpoint;
};

waitSideBySide('local servers', () => {
  // Runs first, because it waits a minute for alerts that never arrive.
  test('a correct server whose alerts are dropped is cleared by a correct handshake', async () => {
    const endpoint = await take(await startSwallowing());
    assert.deepEqual(found(endpoint), []);
    const lines = readSeen(endpoint.earlyCcs, readEarlyCcs)?.lines.join('\n');
    assert.match(lines ?? '', /Second ChangeCipherSpec: silence[^]+right order completed/);
  });

  test("the platform's server has no flaw, and its answers are conclusive", async () => {
    const endpoint = await take(await startOpen());
    assert.deepEqual([found(endpoint), unsettled(endpoint)], [[], []]);
    assert.ok(
      endpoint.robot.known && endpoint.cbcOracle.known && endpoint.poodleTls.known && endpoint.ticketbleed.known,
    );
  });

  test('openssl s_server has no flaw, and refuses renegotiation', async (t) => {
    if (!hasOpenssl()) return t.skip('openssl is not installed');
    const endpoint = await take(await startOpenssl(['-www', '-cipher', 'ALL:@SECLEVEL=0', '-min_protocol', 'TLSv1']));
    assert.deepEqual([found(endpoint), unsettled(endpoint)], [[], []]);
    assert.equal(renegotiated(endpoint)?.[0], 0);
  });

  test('a server that closes each connection after the handshake leaves record tests inconclusive', async (t) => {
    if (!hasOpenssl()) return t.skip('openssl is not installed');
    const endpoint = await take(await startOpenssl(['-cipher', 'AES128-SHA:@SECLEVEL=0', '-no_tls1_3']));
    assert.deepEqual(found(endpoint), []);
    assert.ok(!endpoint.cbcOracle.known && endpoint.cbcOracle.failure.reason === 'closed');
    assert.ok(!endpoint.clientRenegotiation.known && endpoint.clientRenegotiation.failure.reason === 'closed');
  });

  const flawed: readonly (readonly [string, string])[] = [
    ['heartbleed', 'heartbleed'],
    ['ccs', 'earlyCcs'],
    ['ticketbleed', 'ticketbleed'],
    ['robot-strong', 'robot'],
    ['robot-weak', 'robot'],
    ['poodle-tls', 'poodleTls'],
    ['cbc-goldendoodle', 'goldendoodle'],
    ['cbc-zombie', 'zombie-poodle'],
    ['cbc-zero-length', 'zero-length-padding'],
    ['cbc-2016-2107', 'openssl-2016-2107'],
    ['cbc-sleeping', 'sleeping-poodle'],
  ];

  for (const [name, flaw] of flawed) {
    test(`the simulated server ${name} has only this flaw`, async () => {
      const endpoint = await take(await startFake(name));
      assert.deepEqual(found(endpoint), [flaw]);
      assert.deepEqual(unsettled(endpoint), []);
    });
  }

  for (const name of [
    'sound',
    'sound-cbc',
    'heartbeat',
    'tickets',
    'alert-then-reset',
    'octet-records',
    'warns-first',
    'abrupt',
  ]) {
    test(`the simulated server ${name} has no flaw`, async () => {
      const endpoint = await take(await startFake(name));
      assert.deepEqual([found(endpoint), unsettled(endpoint)], [[], []]);
    });
  }

  const renegotiations: readonly (readonly [string, number, number])[] = [
    ['renegotiates', 10, 10],
    ['renegotiates-thrice', 3, 4],
    ['renegotiates-insecurely', 10, 10],
    ['sound', 0, 1],
  ];

  for (const [name, accepted, tried] of renegotiations) {
    test(`the simulated server ${name} accepts ${accepted} of ${tried} renegotiations`, async () => {
      assert.deepEqual(renegotiated(await take(await startFake(name))), [accepted, tried]);
    });
  }

  /** Two names with separate certificates at one address; the platform resumes sessions across them. */
  function startTwoNames(): Promise<LocalServer> {
    const [first, second] = [identityFor('server.test'), identityFor('other.test')];
    return startOpen({
      key: first.key,
      cert: first.cert,
      maxVersion: 'TLSv1.2',
      SNICallback: (name, done) => {
        const { key, cert } = name === 'other.test' ? second : first;
        done(null, createSecureContext({ key, cert, ciphers: 'DEFAULT@SECLEVEL=0' }));
      },
    });
  }

  test('a session of one name that is resumed for another with a different certificate is a finding', async () => {
    const { crossNameResumption } = await take(await startTwoNames(), ['other.test']);
    assert.ok(crossNameResumption.known, JSON.stringify(crossNameResumption));
    assert.equal(isVulnerable(crossNameResumption, readCrossName), true);
    assert.equal(crossNameResumption.value.otherName, 'other.test');
  });

  test('two names with one certificate may share sessions', async () => {
    const { crossNameResumption } = await take(await startOpen(), ['other.test']);
    const reading = readSeen(crossNameResumption, readCrossName);
    assert.equal(reading?.vulnerable, false);
    assert.match(reading.lines.join(), /same certificate/);
  });

  const alertRecord = 21;
  const dataRecord = 23;

  /** Whether complete records include one of this type. */
  function holds(bytes: Buffer, type: number): boolean {
    for (let at = 0; at + 5 <= bytes.length; at += 5 + bytes.readUInt16BE(at + 3)) if (bytes[at] === type) return true;
    return false;
  }

  /** Stops answering once a client sends data: handshakes complete, and later data gets no answer. */
  async function startMute(): Promise<LocalServer> {
    const behind = await startTwoNames();
    const front = await startRaw((socket) => {
      const inner = connect(behind.port, '127.0.0.1').on('error', () => {});
      let isMute = false;
      inner.on('data', (bytes) => void (isMute || socket.write(bytes)));
      socket.on('close', () => inner.destroy());
      socket.on('data', (bytes: Buffer) => {
        isMute ||= holds(bytes, dataRecord);
        if (!isMute) inner.write(bytes);
      });
    });
    const close = (): void => {
      front.close();
      behind.close();
    };
    return { port: front.port, close };
  }

  test('silence after the handshake is inconclusive for records and for resumed sessions', async () => {
    const { cbcOracle, crossNameResumption } = await take(await startMute(), ['other.test']);
    assert.deepEqual(cbcOracle, unclear('timeout', 'silent-to-records'));
    assert.deepEqual(crossNameResumption, unclear('timeout', 'silent-after-resumption'));
  });

  /** Forwards everything except alerts, after which it keeps the connection open, like wrappers that ignore errors. */
  async function startSwallowing(): Promise<LocalServer> {
    const behind = await startOpen({ maxVersion: 'TLSv1.2' });
    const front = await startRaw((socket) => {
      const inner = connect(behind.port, '127.0.0.1').on('error', () => {});
      let isMute = false;
      socket.on('data', (bytes) => inner.write(bytes)).on('close', () => inner.destroy());
      inner.on('data', (bytes: Buffer) => {
        isMute ||= bytes[0] === alertRecord;
        if (!isMute) socket.write(bytes);
      });
    });
    const close = (): void => {
      front.close();
      behind.close();
    };
    return { port: front.port, close };
  }

  test('a server that stops answering during the tests is not tested further, and the rest is inconclusive', async () => {
    let connections = 0;
    const server = await startRaw((socket) => {
      connections += 1;
      socket.on('data', () => socket.destroy());
    });
    const endpoint = await take(server);
    assert.deepEqual(found(endpoint), []);
    assert.ok(!endpoint.earlyCcs.known && !endpoint.robot.known);
    assert.ok(connections < 60);
  });
});
