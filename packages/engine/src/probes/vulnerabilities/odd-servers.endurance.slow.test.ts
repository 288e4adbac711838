// Servers that withhold a part are guarded in npm test by odd-servers.slow.test.ts (refused groups, a demanded certificate) and by
// flaws.slow.test.ts (silence in the middle); this file adds programs of others, and those that take long.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { waitSideBySide } from '@perimeter/lab/harness';
import { detailOf } from '../../evidence/failure-text.ts';
import { startProgram } from '../../tls/testing/program.ts';
import { hasOpenssl, startOpenssl, startRaw } from '../../tls/testing/servers.ts';
import { takeLocal } from '../../tls/testing/take.ts';
import { found, unsettled } from './testing/found.ts';
import { flawsOf, takeOdd, reasonsIn, versionIn } from './testing/odd.ts';
import { startFake, startOpen } from './testing/servers.ts';

const skip = hasOpenssl() ? false : 'needs the openssl command';

waitSideBySide('local servers', () => {
  test('DHE suites that require named groups are found beside others in deep mode', async (t) => {
    const tls12 = versionIn(await takeOdd(t, await startFake('named-fields'), 'deep'), 'TLSv1.2');
    assert.deepEqual(tls12.suites.toSorted(), [0x009e, 0x009f, 0xc02f]);
    assert.deepEqual([tls12.complete, tls12.dh.map(({ bits }) => bits)], [true, [2048]]);
  });

  test('DHE suites that require named groups are found as the only ones, and tested', async (t) => {
    const prime = Buffer.from(
      'ffffffffffffffffadf85458a2bb4a9aafdc5620273d3cf1d8b9c583ce2d3695a9e13641146433fbcc939dce249b3ef97d2fe363630c75d8f681b202aec4617ad3df1ed5d5fd65612433f51f5f066ed0856365553ded1af3b557135e7f57c935984f0c70e0e68b77e2a689daf3efe8721df158a136ade73530acca4f483a797abc0ab182b324fb61d108a94bb2c8e3fbb96adab760d7f4681d4f42a3de394df4ae56ede76372bb190b07a7c8ee0a6d709e02fce1cdf7e2ecc03404cd28342f619172fe9ce98583ff8e4f1232eef28183c3fe3b1b4c6fad733bb5fcbc2ec22005c58ef1837d1683b2c6f34a26c1b2effa886b423861285c97ffffffffffffffff',
      'hex',
    );
    const server = await startFake({ versions: [0x0303], suites: [0x0067, 0x009e], fields: 'by-name', dhPrime: prime });
    t.after(server.close);
    const tls12 = versionIn(await takeLocal(server.port), 'TLSv1.2');
    assert.deepEqual([tls12.suites, tls12.complete], [[0x0067, 0x009e], true]);
    const { endpoint } = await flawsOf(server);
    assert.deepEqual(found(endpoint), []);
    assert.ok(endpoint.poodleTls.known && endpoint.cbcOracle.known && endpoint.clientRenegotiation.known);
  });

  test('OpenSSL that requires a client certificate in TLS 1.3 gives this as the reason', { skip }, async (t) => {
    const endpoint = await takeOdd(t, await startOpenssl(['-Verify', '1', '-www']));
    assert.deepEqual(endpoint.requestsClientCertificate, { known: true, value: true });
    for (const fact of [endpoint.tickets, endpoint.maxEarlyData, endpoint.resumption])
      assert.match(fact.known ? 'known' : detailOf(fact.failure), /requires a client certificate/);
    assert.ok(versionIn(endpoint, 'TLSv1.3').complete && versionIn(endpoint, 'TLSv1.3').groupsEnumerated);
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
      const endpoint = await takeOdd(t, server);
      assert.match(JSON.stringify(versionIn(endpoint, 'TLSv1.3').accepted), /refused-like-pre-shared/);
      const tls12 = versionIn(endpoint, 'TLSv1.2');
      assert.ok(tls12.complete && tls12.groupsEnumerated && tls12.suites.includes(0xc035));
      const { endpoint: flaws } = await flawsOf(server);
      assert.deepEqual(found(flaws), []);
      assert.ok(reasonsIn(flaws).filter((reason) => reason.includes('wants a pre-shared key')).length >= 4);
    },
  );

  test('a server with only anonymous suites and no TLS 1.3 is known not to support it', { skip }, async (t) => {
    const server = await startOpenssl(['-nocert', '-www', '-max_protocol', 'TLSv1.2', '-cipher', 'aNULL:@SECLEVEL=0']);
    const { accepted } = versionIn(await takeOdd(t, server, 'standard'), 'TLSv1.3');
    assert.deepEqual(accepted, { known: true, value: false });
  });

  test('a server that stops answering after its first flight is not tested after two tests', async (t) => {
    const behind = await startOpen({ maxVersion: 'TLSv1.2' });
    t.after(behind.close);
    const server = await startRaw((socket) => {
      const onward = connect(behind.port, '127.0.0.1').on('error', () => {});
      onward.on('data', (bytes) => socket.write(bytes));
      socket.on('close', () => onward.destroy()).once('data', (bytes: Buffer) => onward.write(bytes));
    });
    t.after(server.close);
    const { endpoint } = await flawsOf(server);
    assert.deepEqual(found(endpoint), []);
    assert.ok(reasonsIn(endpoint).some((reason) => reason.includes('nothing but silence')));
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
    const [tls12, tls13] = [versionIn(endpoint, 'TLSv1.2'), versionIn(endpoint, 'TLSv1.3')];
    assert.ok(tls12.complete && tls12.suites.includes(0xc02b) && tls12.groupsEnumerated);
    assert.ok(tls13.complete && tls13.suites.includes(0x1302) && tls13.groupsEnumerated);
    assert.deepEqual([endpoint.chains, endpoint.rawPublicKeys, endpoint.controlPassed], [[], true, true]);
    assert.match(endpoint.tickets.known ? 'known' : detailOf(endpoint.tickets.failure), /raw public key/);
  });
});
