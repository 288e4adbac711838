import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverCertificate } from '@perimeter/protocols/tls/testing/server-certificate.data';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { takeInventory } from '../../tls/inventory/inventory.ts';
import { startMail } from '../../tls/testing/mail-server.ts';
import { testContext } from '../testing/context.ts';
import { politely } from './polite-dialer.ts';

/** All suites of the server with at most this many connections. */
async function listed(port: number, connections: number): Promise<TlsEndpoint> {
  const context = testContext({
    target: { scanMode: 'deep' },
    settings: { allowNetworks: ['127.0.0.0/8'] },
    dialer: { limits: { maxOpen: 2, perSecond: 1_000, burst: 1_000 } },
  });
  const dialer = politely(context.dialer, { connections, kept: 1 });
  const plan = { address: '127.0.0.1', port, serverName: 'mx.site.lab', depth: 'suites', startTls: 'smtp' } as const;
  const endpoint = await takeInventory({ ...context, dialer }, plan);
  assert.ok(dialer.opened <= connections);
  return endpoint;
}

const scopes = ({ versions }: TlsEndpoint): string[] =>
  versions.flatMap(({ version, accepted, enumeration, complete, suites }) =>
    accepted.known && accepted.value ? [`${version} ${enumeration} ${suites.length}${complete ? '' : '+'}`] : [],
  );

test('all suites of a mail server are listed behind STARTTLS, without MAIL FROM', async (t) => {
  const ciphers =
    'TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES128-SHA';
  const { port, commands } = await startMail(t, { ...serverCertificate, ciphers });
  const endpoint = await listed(port, 97);
  assert.deepEqual(scopes(endpoint), ['TLSv1.2 full 2', 'TLSv1.3 full 2']);
  assert.equal(endpoint.controlPassed, true);
  assert.deepEqual([...commands], ['EHLO', 'STARTTLS']);
});

test('with too few connections, the lists of newer versions are complete and rejections stay known', async (t) => {
  const { port } = await startMail(t, { ...serverCertificate, ciphers: 'ALL:eNULL:@SECLEVEL=0', minVersion: 'TLSv1' });
  const endpoint = await listed(port, 41);
  const [tls10, ...newer] = scopes(endpoint);
  assert.match(tls10 ?? '', /^TLSv1.0 full \d\+$/u);
  assert.ok(newer.length === 3 && newer.every((scope) => /^TLSv1.[123] full \d+$/u.test(scope)), newer.join());
  assert.equal(endpoint.controlPassed, true);
  assert.ok(endpoint.versions.every(({ accepted }) => accepted.known));
});
