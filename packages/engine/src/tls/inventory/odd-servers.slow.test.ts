import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TlsOptions } from 'node:tls';
import { pemsOf } from '../testing/random-server.ts';
import { startOpenssl, startRaw } from '../testing/servers.ts';
import { skip, modes, known, take, suitesOf, groupsOf, keyed, nodeServer, before } from '../testing/odd-server.ts';

test('a single supported group is found, whichever it is, with the chain', { skip }, async (t) => {
  const groups = { 'P-521': 0x19, X448: 0x1e, ffdhe3072: 0x101, SecP256r1MLKEM768: 0x11eb, SecP384r1MLKEM1024: 0x11ed };
  for (const [ecdhCurve, code] of Object.entries(groups)) {
    const port = await nodeServer(t, { ...keyed('rsa'), ecdhCurve, ciphers: 'AES128-SHA:ECDHE-RSA-AES128-SHA' });
    for (const mode of modes) {
      const endpoint = await take(port, mode);
      const isCurve = code < 0x100;
      assert.deepEqual(groupsOf(endpoint, 'TLSv1.3'), [code], ecdhCurve);
      assert.deepEqual(groupsOf(endpoint, 'TLSv1.2'), isCurve ? [code] : [], ecdhCurve);
      assert.deepEqual(suitesOf(endpoint)['TLSv1.2'], isCurve ? '002f c013' : '002f');
      assert.deepEqual([endpoint.chains.length, endpoint.largeHello], [1, known(true)], ecdhCurve);
    }
  }
});

test('keys of every kind are met', { skip }, async (t) => {
  for (const kind of ['p256', 'p384', 'p521', 'ed25519', 'rsa-pss'] as const) {
    const suite = kind === 'rsa-pss' ? 'c02f' : 'c02b';
    const port = await nodeServer(t, {
      ...keyed(kind),
      ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256',
    });
    for (const mode of modes) {
      const endpoint = await take(port, mode);
      assert.equal(suitesOf(endpoint)['TLSv1.2'], suite, kind);
      assert.equal(endpoint.chains.length, 1, kind);
    }
  }
});

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

test('a server with only pre-shared keys is described without a chain', { skip }, async (t) => {
  const options = ['-psk', '0102030405060708', '-nocert', '-min_protocol', 'TLSv1.2', '-max_protocol', 'TLSv1.2'];
  const { port, close } = await startOpenssl([
    ...options,
    '-cipher',
    'PSK-AES128-CBC-SHA:DHE-PSK-AES128-GCM-SHA256:ECDHE-PSK-AES128-CBC-SHA:@SECLEVEL=0',
  ]);
  t.after(close);
  for (const mode of modes) {
    const endpoint = await take(port, mode);
    assert.deepEqual(suitesOf(endpoint), { 'TLSv1.2': '008c 00aa c035' });
    assert.deepEqual([endpoint.chains, endpoint.largeHello, endpoint.heartbeat], [[], known(true), known(false)]);
    assert.deepEqual(endpoint.secureRenegotiation, known(true));
  }
});

test('suites for named users hide no others', { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'perimeter-srp-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const verifiers = join(folder, 'verifiers');
  writeFileSync(verifiers, '');
  const { key, cert } = pemsOf('rsa');
  const ciphers = 'SRP-RSA-AES-128-CBC-SHA:ECDHE-RSA-AES128-SHA:ARIA128-GCM-SHA256';
  const options = ['-cert', cert, '-key', key, '-tls1_2', '-serverpref', '-cipher', ciphers, '-srpvfile', verifiers];
  const { port, close } = await startOpenssl(options);
  t.after(close);
  assert.deepEqual(suitesOf(await take(port, 'standard')), { 'TLSv1.2': 'c013 c050' });
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

test('a curve that no browser offers is found, alone and besides RSA key exchange', { skip }, async (t) => {
  const sect163k1 = 0x0001;
  for (const ciphers of ['ECDHE-RSA-AES128-SHA:ECDHE-RSA-AES256-SHA', 'AES128-SHA:ECDHE-RSA-AES128-SHA']) {
    const suites = ciphers.startsWith('AES') ? '002f c013' : 'c013 c014';
    const options = { ...keyed('rsa'), ciphers: `${ciphers}:@SECLEVEL=0`, ecdhCurve: 'sect163k1' } as const;
    for (const mode of modes) {
      const port = await nodeServer(t, { ...options, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' });
      const endpoint = await take(port, mode);
      assert.deepEqual(suitesOf(endpoint), { 'TLSv1.2': suites });
      assert.deepEqual(groupsOf(endpoint, 'TLSv1.2'), [sect163k1]);
    }
  }
});
