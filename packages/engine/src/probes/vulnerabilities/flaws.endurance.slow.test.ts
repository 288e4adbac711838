// One server of each kind is tested in flaws.slow.test.ts, and each flaw in coverage/attacks.lab.test.ts; this file tests every
// simulated server, OpenSSL's, and one that drops its alerts, which takes a minute.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitSideBySide } from '@perimeter/lab/harness';
import { readEarlyCcs } from '../../evidence/vulnerabilities/flaws/early-ccs.ts';
import { hasOpenssl, startOpenssl } from '../../tls/testing/servers.ts';
import { found, readSeen, renegotiated, unsettled } from './testing/found.ts';
import { startFake } from './testing/servers.ts';
import { flawsThenClose, startSwallowing } from './testing/silent-servers.ts';

waitSideBySide('local servers', () => {
  // Runs first, because it waits a minute for alerts that never arrive.
  test('a correct server whose alerts are dropped is cleared by a correct handshake', async () => {
    const endpoint = await flawsThenClose(await startSwallowing());
    assert.deepEqual(found(endpoint), []);
    const lines = readSeen(endpoint.earlyCcs, readEarlyCcs)?.lines.join('\n');
    assert.match(lines ?? '', /Second ChangeCipherSpec: silence[^]+right order completed/);
  });

  test('openssl s_server has no flaw, and refuses renegotiation', async (t) => {
    if (!hasOpenssl()) return t.skip('openssl is not installed');
    const endpoint = await flawsThenClose(
      await startOpenssl(['-www', '-cipher', 'ALL:@SECLEVEL=0', '-min_protocol', 'TLSv1']),
    );
    assert.deepEqual([found(endpoint), unsettled(endpoint)], [[], []]);
    assert.equal(renegotiated(endpoint)?.[0], 0);
  });

  test('a server that closes each connection after the handshake leaves record tests inconclusive', async (t) => {
    if (!hasOpenssl()) return t.skip('openssl is not installed');
    const endpoint = await flawsThenClose(await startOpenssl(['-cipher', 'AES128-SHA:@SECLEVEL=0', '-no_tls1_3']));
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
      const endpoint = await flawsThenClose(await startFake(name));
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
      const endpoint = await flawsThenClose(await startFake(name));
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
      assert.deepEqual(renegotiated(await flawsThenClose(await startFake(name))), [accepted, tried]);
    });
  }
});
