// ../odd-servers.slow.test.ts meets some groups and keys in standard mode; this file meets all in both modes, and servers for which no
// certificate is needed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { known, modes, skip, suitesOf, take } from '../../testing/odd-server.ts';
import { testKeyKinds, testRareCurve, testSingleGroups } from '../../testing/odd-keys.ts';
import { pemsOf } from '../../testing/random-server.ts';
import { startOpenssl } from '../../testing/servers.ts';

testSingleGroups(
  { 'P-521': 0x19, X448: 0x1e, ffdhe3072: 0x101, SecP256r1MLKEM768: 0x11eb, SecP384r1MLKEM1024: 0x11ed },
  modes,
);
testKeyKinds(['p256', 'p384', 'p521', 'ed25519', 'rsa-pss'], modes);
testRareCurve(['ECDHE-RSA-AES128-SHA:ECDHE-RSA-AES256-SHA', 'AES128-SHA:ECDHE-RSA-AES128-SHA'], modes);

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
