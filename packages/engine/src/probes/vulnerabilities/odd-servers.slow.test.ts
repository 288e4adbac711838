import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitSideBySide } from '@perimeter/lab/harness';
import { parseClientHello } from '@perimeter/lab/fakes/client-hello';
import { groupsOf } from '@perimeter/lab/fakes/exchange';
import { detailOf } from '../../evidence/failure-text.ts';
import { readEarlyCcs } from '../../evidence/vulnerabilities/flaws/early-ccs.ts';
import { startRaw } from '../../tls/testing/servers.ts';
import { found, isVulnerable } from './testing/found.ts';
import { flawsOf, takeOdd, versionIn } from './testing/odd.ts';
import { startFake } from './testing/servers.ts';

waitSideBySide('local servers', () => {
  test('groups that are refused after the ServerHello end the list', async (t) => {
    const tls12 = versionIn(await takeOdd(t, await startFake('late-groups')), 'TLSv1.2');
    assert.deepEqual([tls12.groups, tls12.groupsEnumerated], [[24, 23], true]);
  });

  test('DHE suites that require named groups are found beside others', async (t) => {
    const tls12 = versionIn(await takeOdd(t, await startFake('named-fields'), 'standard'), 'TLSv1.2');
    assert.deepEqual(tls12.suites.toSorted(), [0x009e, 0x009f, 0xc02f]);
    assert.deepEqual([tls12.complete, tls12.dh.map(({ bits }) => bits)], [true, [2048]]);
  });

  const retryRandom = Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex');

  /** A HelloRetryRequest (RFC 9846 section 4.2.4) for TLS_AES_128_GCM_SHA256, with a group or without one. */
  function retryRequest(sessionId: Buffer, group: number | null): Buffer {
    const share = group === null ? Buffer.alloc(0) : Buffer.from([0, 51, 0, 2, group >> 8, group & 0xff]);
    const extensions = Buffer.concat([Buffer.from([0, 43, 0, 2, 3, 4]), share]);
    const head = Buffer.concat([Buffer.from([3, 3]), retryRandom, Buffer.from([sessionId.length]), sessionId]);
    const body = Buffer.concat([head, Buffer.from([0x13, 0x01, 0, 0, extensions.length]), extensions]);
    return Buffer.concat([Buffer.from([22, 3, 3, 0, body.length + 4, 2, 0, 0, body.length]), body]);
  }

  test('a retry without a group refuses the offered groups', async (t) => {
    const server = await startRaw((socket) => {
      socket.on('data', (bytes: Buffer) => {
        const isHello = bytes[0] === 22 && bytes[5] === 1;
        const hello = isHello ? parseClientHello(bytes.subarray(5)) : null;
        if (hello?.extensions.has(43) !== true) return void socket.end(Buffer.from([21, 3, 1, 0, 2, 2, 70]));
        const group = hello.suites.includes(0x1301)
          ? [0x1d, 0x18].find((one) => groupsOf(hello).includes(one))
          : undefined;
        if (!hello.suites.includes(0x1301)) return void socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40]));
        socket.end(retryRequest(hello.sessionId, group ?? null));
      });
    });
    const tls13 = versionIn(await takeOdd(t, server), 'TLSv1.3');
    assert.deepEqual([tls13.suites, tls13.complete], [[0x1301], true]);
    assert.deepEqual([tls13.groups.toSorted(), tls13.groupsEnumerated], [[0x18, 0x1d], true]);
  });

  test('an alert in a record of an unknown version is a refusal, and NULL_WITH_NULL_NULL no choice', async (t) => {
    const early = await startRaw((socket) => {
      socket.on('data', () => socket.end(Buffer.from([21, 0, 0, 0, 2, 2, 70])));
    });
    const refusing = await takeOdd(t, early, 'standard');
    assert.ok(refusing.speaksTls && refusing.versions.every(({ accepted }) => accepted.known && !accepted.value));
    const empty = Buffer.concat([Buffer.from([22, 3, 3, 0, 42, 2, 0, 0, 38, 3, 3]), Buffer.alloc(36, 0)]);
    const undecided = await startRaw((socket) => {
      socket.on('data', () => socket.end(empty));
    });
    const { versions } = await takeOdd(t, undecided, 'standard');
    assert.ok(versions.every(({ accepted }) => !accepted.known || !accepted.value));
  });

  test('a version with only rare suites counts for the fallback test', async (t) => {
    const endpoint = await takeOdd(
      t,
      await startFake({ versions: [0x0302, 0x0303], suites: [0xc02f, 0x0096] }),
      'standard',
    );
    assert.deepEqual(versionIn(endpoint, 'TLSv1.1').suites, [0x0096]);
    assert.deepEqual(endpoint.fallbackScsv, { known: true, value: true });
  });

  test('a server that requires a client certificate is listed completely, and untestable flaws have the reason', async (t) => {
    const server = await startFake('demands-certificate');
    const endpoint = await takeOdd(t, server);
    const tls12 = versionIn(endpoint, 'TLSv1.2');
    assert.deepEqual([tls12.suites.length, tls12.complete, tls12.groupsEnumerated], [6, true, true]);
    assert.ok(tls12.signatureSchemesEnumerated && endpoint.requestsClientCertificate.known);
    assert.ok(!endpoint.tickets.known || endpoint.tickets.value.tls12LifetimeHint === null);
    const { endpoint: flaws } = await flawsOf(server);
    assert.deepEqual(found(flaws), []);
    assert.equal(isVulnerable(flaws.earlyCcs, readEarlyCcs), false);
    // All five secrets get the alert about the certificate, which proves nothing about their padding.
    assert.ok(!flaws.robot.known);
    for (const flaw of [flaws.robot, flaws.poodleTls, flaws.cbcOracle, flaws.clientRenegotiation])
      assert.match(flaw.known ? 'known' : detailOf(flaw.failure), /requires a client certificate/);
  });
});
