import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitSideBySide } from '@perimeter/lab/harness';
import { unclear } from '../../evidence/observed.ts';
import { readCrossName } from '../../evidence/vulnerabilities/flaws/cross-name.ts';
import { startRaw } from '../../tls/testing/servers.ts';
import { found, isVulnerable, readSeen, renegotiated, unsettled } from './testing/found.ts';
import { startFake, startOpen } from './testing/servers.ts';
import { flawsThenClose, startMute, startTwoNames } from './testing/silent-servers.ts';

// A server with each flaw and one without it are audited in coverage/tls.lab.test.ts and coverage/attacks.lab.test.ts.

waitSideBySide('local servers', () => {
  test("the platform's server has no flaw, and its answers are conclusive", async () => {
    const endpoint = await flawsThenClose(await startOpen());
    assert.deepEqual([found(endpoint), unsettled(endpoint)], [[], []]);
    assert.ok(
      endpoint.robot.known && endpoint.cbcOracle.known && endpoint.poodleTls.known && endpoint.ticketbleed.known,
    );
  });

  for (const [name, flaw] of [
    ['heartbleed', 'heartbleed'],
    ['robot-strong', 'robot'],
    ['cbc-goldendoodle', 'goldendoodle'],
  ] as const) {
    test(`the simulated server ${name} has only this flaw`, async () => {
      const endpoint = await flawsThenClose(await startFake(name));
      assert.deepEqual(found(endpoint), [flaw]);
      assert.deepEqual(unsettled(endpoint), []);
    });
  }

  for (const name of ['sound-cbc', 'alert-then-reset', 'octet-records']) {
    test(`the simulated server ${name} has no flaw`, async () => {
      const endpoint = await flawsThenClose(await startFake(name));
      assert.deepEqual([found(endpoint), unsettled(endpoint)], [[], []]);
    });
  }

  test('the simulated server renegotiates-thrice accepts 3 of 4 renegotiations', async () => {
    assert.deepEqual(renegotiated(await flawsThenClose(await startFake('renegotiates-thrice'))), [3, 4]);
  });

  test('a session of one name that is resumed for another with a different certificate is a finding', async () => {
    const { crossNameResumption } = await flawsThenClose(await startTwoNames(), ['other.test']);
    assert.ok(crossNameResumption.known, JSON.stringify(crossNameResumption));
    assert.equal(isVulnerable(crossNameResumption, readCrossName), true);
    assert.equal(crossNameResumption.value.otherName, 'other.test');
  });

  test('two names with one certificate may share sessions', async () => {
    const { crossNameResumption } = await flawsThenClose(await startOpen(), ['other.test']);
    const reading = readSeen(crossNameResumption, readCrossName);
    assert.equal(reading?.vulnerable, false);
    assert.match(reading.lines.join(), /same certificate/);
  });

  test('silence after the handshake is inconclusive for records and for resumed sessions', async () => {
    const { cbcOracle, crossNameResumption } = await flawsThenClose(await startMute(), ['other.test']);
    assert.deepEqual(cbcOracle, unclear('timeout', 'silent-to-records'));
    assert.deepEqual(crossNameResumption, unclear('timeout', 'silent-after-resumption'));
  });

  test('a server that stops answering during the tests is not tested further, and the rest is inconclusive', async () => {
    let connections = 0;
    const server = await startRaw((socket) => {
      connections += 1;
      socket.on('data', () => socket.destroy());
    });
    const endpoint = await flawsThenClose(server);
    assert.deepEqual(found(endpoint), []);
    assert.ok(!endpoint.earlyCcs.known && !endpoint.robot.known);
    assert.ok(connections < 60);
  });
});
