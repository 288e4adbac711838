import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { TlsOptions } from 'node:tls';
import { testKeyKinds, testRareCurve, testSingleGroups } from '../testing/odd-keys.ts';
import { startOpenssl, startRaw } from '../testing/servers.ts';
import { skip, known, take, suitesOf, groupsOf, keyed, nodeServer, before } from '../testing/odd-server.ts';

testSingleGroups({ 'P-521': 0x19, SecP256r1MLKEM768: 0x11eb }, ['standard']);
testKeyKinds(['ed25519', 'rsa-pss'], ['standard']);

test('groups accepted besides an ECDSA key’s own curve are found', { skip }, async (t) => {
  const options = {
    ...keyed('p256'),
    ecdhCurve: 'P-256:P-384:X25519',
    maxVersion: 'TLSv1.2',
    honorCipherOrder: false,
  } as const;
  const endpoint = await take(await nodeServer(t, options), 'standard');
  assert.deepEqual(groupsOf(endpoint, 'TLSv1.2'), [0x17, 0x18, 0x1d]);
  assert.deepEqual(endpoint.versions.find(({ version }) => version === 'TLSv1.2')?.groupPreference, known('client'));
});

test('a server with only anonymous suites is found, without a missing signature', { skip }, async (t) => {
  const { port, close } = await startOpenssl([
    '-nocert',
    '-max_protocol',
    'TLSv1.2',
    '-min_protocol',
    'TLSv1',
    '-cipher',
    'ADH-AES128-SHA256:AECDH-AES128-SHA:ADH-AES256-SHA:@SECLEVEL=0',
  ]);
  t.after(close);
  const endpoint = await take(port, 'standard');
  const found = suitesOf(endpoint);
  assert.deepEqual([found['TLSv1.2'], found['TLSv1.0']], ['003a 006c c018', '003a c018']);
  assert.deepEqual(endpoint.fallbackScsv, known(true));
});

test('a request for a client certificate does not shorten the lists', { skip }, async (t) => {
  const port = await nodeServer(t, {
    ...keyed('rsa'),
    requestCert: true,
    rejectUnauthorized: true,
    ciphers: 'TLS_AES_128_GCM_SHA256:AES128-SHA',
  });
  const endpoint = await take(port, 'standard');
  assert.deepEqual(suitesOf(endpoint), { 'TLSv1.2': '002f', 'TLSv1.3': '1301' });
  assert.deepEqual(endpoint.requestsClientCertificate, known(true));
});

test('a request for a certificate only up to TLS 1.2 is found', { skip }, async (t) => {
  const newest = await nodeServer(t, { ...keyed('rsa'), minVersion: 'TLSv1.3' });
  const older = await nodeServer(t, { ...keyed('rsa'), maxVersion: 'TLSv1.2', requestCert: true });
  const { port, close } = await startRaw((socket) => {
    socket.once('data', (hello) => {
      const offers13 = /002b00....(?:....){0,3}0304/u.test(hello.toString('hex'));
      const onward = connect(offers13 ? newest : older, '127.0.0.1', () => onward.write(hello));
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
      socket.pipe(onward).pipe(socket);
    });
  });
  t.after(close);
  const endpoint = await take(port, 'standard');
  assert.deepEqual(Object.keys(suitesOf(endpoint)), ['TLSv1.2', 'TLSv1.3']);
  assert.deepEqual(endpoint.requestsClientCertificate, known(true));
});

test("tickets are known for servers that refuse the platform's usual offer", async (t) => {
  const p256 = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const;
  const odd: readonly TlsOptions[] = [
    { ...p256, ecdhCurve: 'brainpoolP384r1:brainpoolP256r1' },
    { minVersion: 'TLSv1.3', ciphers: 'DEFAULT:@SECLEVEL=0:TLS_AES_128_CCM_8_SHA256' },
  ];
  for (const options of odd) {
    const endpoint = await take(await nodeServer(t, options), 'standard');
    assert.ok(endpoint.tickets.known);
    const { tls12LifetimeHint, tls13Lifetime } = endpoint.tickets.value;
    assert.ok((tls12LifetimeHint ?? tls13Lifetime ?? 0) > 0);
  }
});

test('a server that answers without a ticket issues none', { skip }, async (t) => {
  const { port, close } = await startOpenssl(['-tls1_3', '-num_tickets', '0', '-rev']);
  t.after(close);
  const { tickets, maxEarlyData, resumption } = await take(port, 'deep');
  assert.deepEqual(tickets, known({ tls12LifetimeHint: null, tls13Lifetime: null }));
  assert.deepEqual(maxEarlyData, known(0));
  assert.deepEqual(resumption, known({ sessionId: false, ticket: false, tls13Psk: false }));
});

test('whether a server that falls silent after its handshake issues tickets is unknown', async (t) => {
  const behind = await nodeServer(t, { minVersion: 'TLSv1.3' });
  const { port, close } = await startRaw((socket) => {
    const onward = connect(behind, '127.0.0.1').on('error', () => {});
    let flights = 0;
    socket.on('close', () => onward.destroy()).on('data', (bytes: Buffer) => (flights += +onward.write(bytes)));
    // The second flight of the client is its Finished, after which servers send tickets.
    onward.on('close', () => socket.destroy()).on('data', (bytes: Buffer) => flights < 2 && socket.write(bytes));
  });
  t.after(close);
  const { tickets, maxEarlyData, resumption, trust } = await take(port, 'deep');
  const missed = { reason: 'timeout', gap: 'ticket-unanswered' };
  assert.deepEqual(tickets, known({ tls12LifetimeHint: null, tls13Lifetime: null, tls13Missed: missed }));
  for (const fact of [maxEarlyData, resumption]) assert.deepEqual(fact, { known: false, failure: missed });
  assert.ok(trust.known);
});

test('a single Diffie-Hellman suite is used often enough to compare its shares', async (t) => {
  const options = {
    ...keyed('rsa'),
    maxVersion: 'TLSv1.2',
    dhparam: 'auto',
    ciphers: 'DHE-RSA-AES128-GCM-SHA256',
  } as const;
  const { keyShareReuse } = await take(await nodeServer(t, options), 'standard');
  assert.ok(keyShareReuse.known);
  assert.equal(keyShareReuse.value.dhe, false);
});

test('closing prevents a fallback as much as the specified alert', async (t) => {
  const port = await before(
    t,
    { maxVersion: 'TLSv1.2', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
    (socket, letThrough) => {
      socket.once('data', (hello: Buffer) => {
        socket.pause();
        if (hello.includes(Buffer.of(0x56, 0x00))) return socket.end();
        socket.unshift(hello);
        return letThrough();
      });
    },
  );
  const { fallbackScsv } = await take(port, 'standard');
  assert.deepEqual(fallbackScsv, known(true));
});

test('a server that selects any offered protocol refuses none', async (t) => {
  const options = {
    maxVersion: 'TLSv1.2',
    ALPNCallback: ({ protocols: [first] }: { protocols: string[] }) => first,
  } as const;
  const { alpnRejectsUnknown, alpn } = await take(await nodeServer(t, options), 'standard');
  assert.deepEqual(alpnRejectsUnknown, known(false));
  assert.ok(alpn.known);
  assert.deepEqual(alpn.value.selected.toSorted(), ['h2', 'http/1.0', 'http/1.1', 'spdy/3.1']);
});

testRareCurve(['AES128-SHA:ECDHE-RSA-AES128-SHA'], ['standard']);
