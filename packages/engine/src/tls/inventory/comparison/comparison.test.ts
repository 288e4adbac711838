import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { TlsOptions } from 'node:tls';
import { tlsEvidence, type TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { otherCertificate } from '../../testing/other-certificate.ts';
import { hasOpenssl, startNode } from '../../testing/servers.ts';
import { takeFamilies } from '../../testing/take.ts';
import { turnedRound } from './questions.ts';

const good: TlsOptions = {
  ciphers:
    'TLS_AES_256_GCM_SHA384:TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-CHACHA20-POLY1305',
  ecdhCurve: 'X25519:P-256',
  ALPNProtocols: ['h2', 'http/1.1'],
  honorCipherOrder: true,
};

async function bothOf(t: TestContext, first: TlsOptions, second: TlsOptions): Promise<TlsEndpoint[]> {
  const [one, other] = [await startNode(first), await startNode(second)];
  t.after(() => {
    one.close();
    other.close();
  });
  const endpoints = await takeFamilies([one.port, other.port]);
  tlsEvidence.parse({ endpoints });
  return endpoints;
}

const suitesOf = ({ versions }: TlsEndpoint): string[] =>
  versions.map(({ version, suites }) => [version, ...suites.toSorted((a, b) => a - b)].join(' '));

test("an address with the first one's answers is compared with it, and recorded as such", async (t) => {
  const [first, second] = await bothOf(t, good, good);
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual([first.depth, second.depth, second.comparedWith], ['full', 'compared', '192.0.2.1']);
  assert.deepEqual(suitesOf(second), suitesOf(first));
  const accepted = second.versions.filter(({ accepted: fact }) => fact.known && fact.value);
  assert.deepEqual(
    accepted.map(({ version, enumeration, order }) => [version, enumeration, order]),
    [
      ['TLSv1.2', 'compared', undefined],
      ['TLSv1.3', 'compared', undefined],
    ],
  );
  assert.deepEqual([second.trust, second.weakSignature], [first.trust, first.weakSignature]);
  // An untested fact is no fact of this address.
  assert.deepEqual(
    [second.tickets, second.keyShareReuse, second.encryptThenMac].map(({ known }) => known),
    [false, false, false],
  );
  assert.ok(second.connections <= 17, `${second.connections} connections`);
});

const tls13 = 'TLS_AES_256_GCM_SHA384:TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256';
const differences: readonly [string, TlsOptions][] = [
  ['a protocol less', { maxVersion: 'TLSv1.2' }],
  ['an older protocol', { minVersion: 'TLSv1.1', ciphers: `${good.ciphers}:ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0` }],
  ['a suite more', { ciphers: `${good.ciphers}:ECDHE-ECDSA-AES128-SHA` }],
  ['its second suite missing', { ciphers: `${tls13}:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305` }],
  [
    'another order behind the first',
    {
      ciphers: `${tls13}:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES128-GCM-SHA256`,
    },
  ],
  ['the order of its clients', { honorCipherOrder: false }],
  ['a suite of TLS 1.3 more', { ciphers: `TLS_AES_256_GCM_SHA384:TLS_AES_128_CCM_SHA256:${good.ciphers}` }],
  ['a group more', { ecdhCurve: 'X25519:P-384:P-256' }],
  ['a short group more', { ecdhCurve: 'X25519:secp224r1:P-256' }],
  ['no application protocols', { ALPNProtocols: [] }],
];

for (const [name, change] of differences)
  test(`an address with ${name} is scanned in full`, async (t) => {
    const [first, second] = await bothOf(t, good, { ...good, ...change });
    assert.deepEqual([first?.depth, second?.depth, second?.comparedWith], ['full', 'full', undefined]);
  });

test('an address with another certificate is scanned in full', { skip: !hasOpenssl() }, async (t) => {
  const [first, second] = await bothOf(t, good, { ...good, ...otherCertificate() });
  const [chain4, chain6] = [first, second].map((one) => one?.chains[0]?.certificates[0]?.sha256);
  assert.deepEqual([second?.depth, chain4 === chain6], ['full', false]);
});

test('with a weak suite in a list, both addresses are scanned in full, so that each proves it', async (t) => {
  const weaker = { ...good, ciphers: `${good.ciphers}:ECDHE-ECDSA-AES128-SHA` };
  const [first, second] = await bothOf(t, weaker, weaker);
  assert.deepEqual([first?.depth, second?.depth], ['full', 'full']);
});

test('reversed suites bring the second one of a server with an order, and the first offered one of a server without', () => {
  const server = { known: true, value: 'server' } as const;
  const client = { known: true, value: 'client' } as const;
  assert.deepEqual(turnedRound({ suites: [1, 2, 3], preference: server }), { offered: [3, 2], expected: 2 });
  assert.deepEqual(turnedRound({ suites: [1, 2, 3], preference: client }), { offered: [3, 2], expected: 3 });
  assert.deepEqual(turnedRound({ suites: [1, 2], preference: server }), { offered: [2, 1], expected: 1 });
});
