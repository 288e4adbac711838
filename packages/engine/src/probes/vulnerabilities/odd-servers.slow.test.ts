import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { waitSideBySide } from '@perimeter/lab/harness';
import { parseClientHello } from '@perimeter/lab/fakes/client-hello';
import { groupsOf } from '@perimeter/lab/fakes/exchange';
import { detailOf } from '../../evidence/failure-text.ts';
import type { TlsEndpoint, TlsVersionName } from '../../evidence/tls/schema.ts';
import { startProgram } from '../../tls/testing/program.ts';
import type { LocalServer } from '../../tls/testing/local-server.ts';
import { hasOpenssl, startOpenssl, startRaw } from '../../tls/testing/servers.ts';
import { takeLocal } from '../../tls/testing/take.ts';
import { readEarlyCcs } from '../../evidence/vulnerabilities/flaws/early-ccs.ts';
import { found, isVulnerable, unsettled } from './testing/found.ts';
import { startFake, startOpen } from './testing/servers.ts';
import { takeFlaws } from './testing/take.ts';

const skip = hasOpenssl() ? false : 'needs the openssl command';

const inventory = async (context: TestContext, server: LocalServer, scanMode: 'standard' | 'deep' = 'deep') => {
  context.after(server.close);
  return takeLocal(server.port, { scanMode });
};

const flawsOf = async ({ port }: LocalServer) =>
  takeFlaws({ host: 'server.test', address: '127.0.0.1', ports: { 443: port } });

const listed = ({ versions }: TlsEndpoint, name: TlsVersionName) => {
  const version = versions.find((one) => one.version === name);
  assert.ok(version !== undefined);
  return version;
};

const reasons = (facts: object): string[] =>
  Object.values(facts).flatMap((fact) =>
    fact !== null && typeof fact === 'object' && 'known' in fact && fact.known === false
      ? [detailOf(fact.failure)]
      : [],
  );

waitSideBySide('local servers', () => {
  test('groups that are refused after the ServerHello end the list', async (t) => {
    const tls12 = listed(await inventory(t, await startFake('late-groups')), 'TLSv1.2');
    assert.deepEqual([tls12.groups, tls12.groupsEnumerated], [[24, 23], true]);
  });

  for (const mode of ['standard', 'deep'] as const) {
    test(`DHE suites that require named groups are found beside others in ${mode} mode`, async (t) => {
      const tls12 = listed(await inventory(t, await startFake('named-fields'), mode), 'TLSv1.2');
      assert.deepEqual(tls12.suites.toSorted(), [0x009e, 0x009f, 0xc02f]);
      assert.deepEqual([tls12.complete, tls12.dh.map(({ bits }) => bits)], [true, [2048]]);
    });
  }

  test('DHE suites that require named groups are found as the only ones, and tested', async (t) => {
    const prime = Buffer.from(
      'ffffffffffffffffadf85458a2bb4a9aafdc5620273d3cf1d8b9c583ce2d3695a9e13641146433fbcc939dce249b3ef97d2fe363630c75d8f681b202aec4617ad3df1ed5d5fd65612433f51f5f066ed0856365553ded1af3b557135e7f57c935984f0c70e0e68b77e2a689daf3efe8721df158a136ade73530acca4f483a797abc0ab182b324fb61d108a94bb2c8e3fbb96adab760d7f4681d4f42a3de394df4ae56ede76372bb190b07a7c8ee0a6d709e02fce1cdf7e2ecc03404cd28342f619172fe9ce98583ff8e4f1232eef28183c3fe3b1b4c6fad733bb5fcbc2ec22005c58ef1837d1683b2c6f34a26c1b2effa886b423861285c97ffffffffffffffff',
      'hex',
    );
    const server = await startFake({ versions: [0x0303], suites: [0x0067, 0x009e], fields: 'by-name', dhPrime: prime });
    t.after(server.close);
    const tls12 = listed(await takeLocal(server.port), 'TLSv1.2');
    assert.deepEqual([tls12.suites, tls12.complete], [[0x0067, 0x009e], true]);
    const { endpoint } = await flawsOf(server);
    assert.deepEqual(found(endpoint), []);
    assert.ok(endpoint.poodleTls.known && endpoint.cbcOracle.known && endpoint.clientRenegotiation.known);
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
    const tls13 = listed(await inventory(t, server), 'TLSv1.3');
    assert.deepEqual([tls13.suites, tls13.complete], [[0x1301], true]);
    assert.deepEqual([tls13.groups.toSorted(), tls13.groupsEnumerated], [[0x18, 0x1d], true]);
  });

  test('an alert in a record of an unknown version is a refusal, and NULL_WITH_NULL_NULL no choice', async (t) => {
    const early = await startRaw((socket) => {
      socket.on('data', () => socket.end(Buffer.from([21, 0, 0, 0, 2, 2, 70])));
    });
    const refusing = await inventory(t, early, 'standard');
    assert.ok(refusing.speaksTls && refusing.versions.every(({ accepted }) => accepted.known && !accepted.value));
    const empty = Buffer.concat([Buffer.from([22, 3, 3, 0, 42, 2, 0, 0, 38, 3, 3]), Buffer.alloc(36, 0)]);
    const undecided = await startRaw((socket) => {
      socket.on('data', () => socket.end(empty));
    });
    const { versions } = await inventory(t, undecided, 'standard');
    assert.ok(versions.every(({ accepted }) => !accepted.known || !accepted.value));
  });

  test('a version with only rare suites counts for the fallback test', async (t) => {
    const endpoint = await inventory(
      t,
      await startFake({ versions: [0x0302, 0x0303], suites: [0xc02f, 0x0096] }),
      'standard',
    );
    assert.deepEqual(listed(endpoint, 'TLSv1.1').suites, [0x0096]);
    assert.deepEqual(endpoint.fallbackScsv, { known: true, value: true });
  });

  test('a server that requires a client certificate is listed completely, and untestable flaws have the reason', async (t) => {
    const server = await startFake('demands-certificate');
    const endpoint = await inventory(t, server);
    const tls12 = listed(endpoint, 'TLSv1.2');
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

  test('OpenSSL that requires a client certificate in TLS 1.3 gives this as the reason', { skip }, async (t) => {
    const endpoint = await inventory(t, await startOpenssl(['-Verify', '1', '-www']));
    assert.deepEqual(endpoint.requestsClientCertificate, { known: true, value: true });
    for (const fact of [endpoint.tickets, endpoint.maxEarlyData, endpoint.resumption])
      assert.match(fact.known ? 'known' : detailOf(fact.failure), /requires a client certificate/);
    assert.ok(listed(endpoint, 'TLSv1.3').complete && listed(endpoint, 'TLSv1.3').groupsEnumerated);
  });

  test(
    'whether a server with pre-shared keys supports TLS 1.3 is unknown, and every test names what is missing',
    { skip },
    async (t) => {
      const server = await startOpenssl([
        '-psk',
        '0102030405060708',
        '-nocert',
        '-www',
        '-cipher',
        'PSK:DHE-PSK:ECDHE-PSK',
      ]);
      const endpoint = await inventory(t, server);
      assert.match(JSON.stringify(listed(endpoint, 'TLSv1.3').accepted), /refused-like-pre-shared/);
      const tls12 = listed(endpoint, 'TLSv1.2');
      assert.ok(tls12.complete && tls12.groupsEnumerated && tls12.suites.includes(0xc035));
      const { endpoint: flaws } = await flawsOf(server);
      assert.deepEqual(found(flaws), []);
      assert.ok(reasons(flaws).filter((reason) => reason.includes('wants a pre-shared key')).length >= 4);
    },
  );

  test('a server with only anonymous suites and no TLS 1.3 is known not to support it', { skip }, async (t) => {
    const server = await startOpenssl(['-nocert', '-www', '-max_protocol', 'TLSv1.2', '-cipher', 'aNULL:@SECLEVEL=0']);
    const { accepted } = listed(await inventory(t, server, 'standard'), 'TLSv1.3');
    assert.deepEqual(accepted, { known: true, value: false });
  });

  test('a server that stops answering after its first flight is not tested after two tests', async (t) => {
    const behind = await startOpen({ maxVersion: 'TLSv1.2' });
    t.after(behind.close);
    const { connect } = await import('node:net');
    const server = await startRaw((socket) => {
      const onward = connect(behind.port, '127.0.0.1').on('error', () => {});
      onward.on('data', (bytes) => socket.write(bytes));
      socket.on('close', () => onward.destroy()).once('data', (bytes: Buffer) => onward.write(bytes));
    });
    t.after(server.close);
    const { endpoint } = await flawsOf(server);
    assert.deepEqual(found(endpoint), []);
    assert.ok(reasons(endpoint).some((reason) => reason.includes('nothing but silence')));
    assert.ok(!endpoint.robot.known, 'alike by silence is not alike');
    assert.ok(unsettled(endpoint).length > 3);
  });

  const hasGnutls = spawnSync('gnutls-serv', ['--version'], { stdio: 'ignore' }).status === 0;

  test('a server with a raw public key is listed completely, without certificates', { skip: !hasGnutls }, async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'raw-key-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const [key, pub] = [path.join(folder, 'key.pem'), path.join(folder, 'pub.pem')];
    writeFileSync(key, privateKey.export({ type: 'sec1', format: 'pem' }));
    writeFileSync(pub, publicKey.export({ type: 'spki', format: 'pem' }));
    const priority = 'NORMAL:+CTYPE-CLI-RAWPK:+CTYPE-SRV-RAWPK';
    const raw = ['--rawpkfile', pub, '--rawpkkeyfile', key, '--priority', priority];
    const { port, close } = await startProgram('gnutls-serv', ['-q', '--http', '-a', '-p', '0', ...raw]);
    t.after(close);
    const endpoint = await takeLocal(port, { scanMode: 'deep' });
    const [tls12, tls13] = [listed(endpoint, 'TLSv1.2'), listed(endpoint, 'TLSv1.3')];
    assert.ok(tls12.complete && tls12.suites.includes(0xc02b) && tls12.groupsEnumerated);
    assert.ok(tls13.complete && tls13.suites.includes(0x1302) && tls13.groupsEnumerated);
    assert.deepEqual([endpoint.chains, endpoint.rawPublicKeys, endpoint.controlPassed], [[], true, true]);
    assert.match(endpoint.tickets.known ? 'known' : detailOf(endpoint.tickets.failure), /raw public key/);
  });
});
