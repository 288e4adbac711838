import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { TlsOptions } from 'node:tls';
import { tlsEvidence, type TlsEndpoint, type TlsVersion, type TlsVersionName } from '../../evidence/tls/schema.ts';
import { hasOpenssl, startNode, startOpenssl } from '../testing/servers.ts';
import { type TakeOptions, takeInventoriesOf, takeLocal } from '../testing/take.ts';

async function ofNode(context: TestContext, server: TlsOptions, options: TakeOptions = {}): Promise<TlsEndpoint> {
  const { port, close } = await startNode(server);
  context.after(close);
  return takeLocal(port, options);
}

async function ofOpenssl(
  context: TestContext,
  server: readonly string[],
  options: TakeOptions = {},
): Promise<TlsEndpoint> {
  const { port, close } = await startOpenssl(server);
  context.after(close);
  return takeLocal(port, options);
}

const version = ({ versions }: TlsEndpoint, name: TlsVersionName): TlsVersion => {
  const found = versions.find((one) => one.version === name);
  assert.ok(found);
  return found;
};
const accepted = ({ versions }: TlsEndpoint): string[] =>
  versions.filter(({ accepted }) => accepted.known && accepted.value).map((one) => one.version);
const sorted = (codes: readonly number[]): number[] => codes.toSorted((a, b) => a - b);
const known = <T>(value: T) => ({ known: true, value });

test('a modern server is described completely, in its own order, with few connections', async (t) => {
  const endpoint = await ofNode(t, {
    ciphers:
      'TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES128-SHA',
    ecdhCurve: 'X25519MLKEM768:X25519:P-256',
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  tlsEvidence.parse({ endpoints: [endpoint] });
  assert.deepEqual(accepted(endpoint), ['TLSv1.2', 'TLSv1.3']);
  const tls12 = version(endpoint, 'TLSv1.2');
  assert.deepEqual([tls12.suites, tls12.order, tls12.complete], [[0xc02c, 0xcca9, 0xc009], 'server', true]);
  assert.deepEqual(sorted(tls12.groups), [0x17, 0x1d]);
  const tls13 = version(endpoint, 'TLSv1.3');
  assert.deepEqual(
    [tls13.suites, tls13.groups, tls13.groupsEnumerated],
    [[0x1301, 0x1303], [0x11ec, 0x1d, 0x17], true],
  );
  assert.deepEqual([tls13.preference, tls13.groupPreference], [known('server'), known('server')]);
  assert.deepEqual(
    endpoint.alpn,
    known({ offered: ['h2', 'http/1.1', 'http/1.0', 'spdy/3.1', 'x-perimeter-unknown'], selected: ['h2', 'http/1.1'] }),
  );
  assert.deepEqual(
    [endpoint.alpnRejectsUnknown, endpoint.fallbackScsv, endpoint.downgradeSentinel],
    [known(true), known(true), known(true)],
  );
  assert.deepEqual(
    [endpoint.secureRenegotiation, endpoint.extendedMasterSecret, endpoint.encryptThenMac],
    [known(true), known(true), known(true)],
  );
  assert.deepEqual(
    [endpoint.compression, endpoint.heartbeat, endpoint.largeHello],
    [known(0), known(false), known(true)],
  );
  assert.deepEqual(endpoint.tickets, known({ tls12LifetimeHint: 7_200, tls13Lifetime: 7_200 }));
  assert.deepEqual(endpoint.trust, known({ authorized: false, error: 'DEPTH_ZERO_SELF_SIGNED_CERT' }));
  assert.deepEqual(
    endpoint.chains.map(({ keyType }) => keyType),
    ['ec'],
  );
  assert.ok(endpoint.controlPassed);
  assert.ok(endpoint.connections <= 45, `${endpoint.connections} connections`);
});

test('TLS 1.3 alone shows chain, protocols and scheme by partial handshakes', async (t) => {
  const endpoint = await ofNode(t, { minVersion: 'TLSv1.3', ALPNProtocols: ['http/1.1'] }, { scanMode: 'deep' });
  assert.deepEqual(accepted(endpoint), ['TLSv1.3']);
  assert.deepEqual(sorted(version(endpoint, 'TLSv1.3').suites), [0x1301, 0x1302, 0x1303]);
  assert.deepEqual(version(endpoint, 'TLSv1.3').signatureSchemes, [0x0403]);
  assert.deepEqual(endpoint.alpn.known && endpoint.alpn.value.selected, ['http/1.1']);
  assert.deepEqual([endpoint.alpnRejectsUnknown, endpoint.greaseTolerant], [known(true), known(true)]);
  assert.deepEqual(endpoint.chains[0]?.certificates[0]?.subjectAltNames, ['DNS:server.test']);
  assert.equal(
    endpoint.withoutServerName.known && endpoint.withoutServerName.value.leafSha256,
    endpoint.chains[0]?.certificates[0]?.sha256,
  );
  assert.equal(endpoint.compression.known, false);
  assert.deepEqual(endpoint.resumption.known && endpoint.resumption.value.tls13Psk, true);
});

test('each TLS 1.3 cipher can be read', async (t) => {
  for (const cipher of [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_CCM_SHA256',
    'TLS_AES_128_CCM_8_SHA256',
  ]) {
    const endpoint = await ofNode(t, { minVersion: 'TLSv1.3', ciphers: `${cipher}:AES128-SHA:@SECLEVEL=0` });
    assert.equal(endpoint.chains.length, 1, cipher);
  }
});

test('each group that can be computed here gives a partial handshake', async (t) => {
  for (const ecdhCurve of ['P-256', 'P-384', 'P-521', 'X25519', 'X448']) {
    const endpoint = await ofNode(t, { minVersion: 'TLSv1.3', ecdhCurve });
    assert.equal(endpoint.chains.length, 1, ecdhCurve);
    assert.equal(version(endpoint, 'TLSv1.3').groups.length, 1);
  }
});

test('a chain behind a group that cannot be computed here is taken from the platform', async (t) => {
  const endpoint = await ofNode(t, { minVersion: 'TLSv1.3', ecdhCurve: 'X25519MLKEM768' });
  assert.deepEqual(version(endpoint, 'TLSv1.3').groups, [0x11ec]);
  assert.deepEqual(
    endpoint.chains.map(({ keyType, viaVersion }) => [keyType, viaVersion]),
    [['ec', 'TLSv1.3']],
  );
});

test('a further address is tested for versions, suites, SHA-1 signatures and chain, and nothing is claimed about the rest', async (t) => {
  const { port, close } = await startNode({ ALPNProtocols: ['http/1.1'] });
  t.after(close);
  // The dialer maps both addresses to one server.
  const [first, second] = await takeInventoriesOf({ host: 'server.test', address: '127.0.0.1', port }, {}, [
    '127.0.0.2',
  ]);
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual([first.depth, second.depth], ['full', 'light']);
  assert.ok(
    second.connections < first.connections,
    `${second.connections} connections, ${first.connections} at the first`,
  );
  assert.deepEqual(accepted(second), accepted(first));
  assert.deepEqual(second.chains[0]?.certificates[0]?.sha256, first.chains[0]?.certificates[0]?.sha256);
  assert.deepEqual(
    [version(second, 'TLSv1.2').enumeration, sorted(version(second, 'TLSv1.2').suites)],
    ['full', sorted(version(first, 'TLSv1.2').suites)],
  );
  assert.deepEqual(second.alpn, known({ offered: ['h2', 'http/1.1'], selected: ['http/1.1'] }));
  assert.deepEqual([second.fallbackScsv, second.weakSignature], [first.fallbackScsv, first.weakSignature]);
  assert.deepEqual([second.trust.known, second.resumption.known], [false, false]);
});

test('a request for a client certificate is seen, in plaintext and encrypted', async (t) => {
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    const endpoint = await ofNode(t, { requestCert: true, rejectUnauthorized: false, maxVersion });
    assert.deepEqual(endpoint.requestsClientCertificate, known(true));
  }
});

test('old versions are listed completely in either mode, their groups in deep mode', async (t) => {
  const server = { ciphers: 'ALL:@SECLEVEL=0', minVersion: 'TLSv1' } as const;
  for (const scanMode of ['standard', 'deep'] as const) {
    const endpoint = await ofNode(t, server, { scanMode });
    assert.deepEqual(accepted(endpoint), ['TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3']);
    const tls10 = version(endpoint, 'TLSv1.0');
    assert.deepEqual([tls10.enumeration, tls10.groupsEnumerated], ['full', scanMode === 'deep']);
    assert.deepEqual(sorted(tls10.suites), [0xc009, 0xc00a, 0xc018, 0xc019]);
    assert.deepEqual(endpoint.weakSignature, known([0x0203]));
  }
});

const skip = hasOpenssl() ? false : 'needs the openssl command';

test('a server with one connection at a time is described completely, and follows the client', { skip }, async (t) => {
  const endpoint = await ofOpenssl(
    t,
    ['-cipher', 'ALL:COMPLEMENTOFALL:@SECLEVEL=0', '-min_protocol', 'TLSv1', '-max_protocol', 'TLSv1.2', '-no_dhe'],
    { scanMode: 'deep' },
  );
  assert.deepEqual(accepted(endpoint), ['TLSv1.0', 'TLSv1.1', 'TLSv1.2']);
  assert.ok(endpoint.versions.every(({ complete }) => complete));
  const tls12 = version(endpoint, 'TLSv1.2');
  assert.deepEqual(tls12.preference, known('client'));
  assert.ok(
    [0x0001, 0x0002, 0x003b, 0xc010, 0xc015, 0xc018, 0x002f, 0xc030, 0xcca8].every((code) =>
      tls12.suites.includes(code),
    ),
  );
  assert.equal(endpoint.keyShareReuse.known && endpoint.keyShareReuse.value.ecdhe, false);
  assert.deepEqual(endpoint.choosesWeaker.known && endpoint.choosesWeaker.value.weaker, false);
});

test('the size of a Diffie-Hellman group is read', { skip }, async (t) => {
  const endpoint = await ofOpenssl(t, ['-cipher', 'DHE-RSA-AES128-SHA:@SECLEVEL=0', '-max_protocol', 'TLSv1.2']);
  const { suites, dh } = version(endpoint, 'TLSv1.2');
  assert.deepEqual([suites, dh.length, dh[0]?.export], [[0x0033], 1, false]);
  assert.ok((dh[0]?.bits ?? 0) >= 2_048);
});
