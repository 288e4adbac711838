import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { endpoints } from '../endpoints.ts';
import { issue, keyStore, makeAuthorities } from './issue.ts';

const now = new Date('2026-06-01T00:00:00Z');
const authorities = makeAuthorities(now);
const keys = keyStore();
const chainOf = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN[^]+?END CERTIFICATE-----/g) ?? []).map((text) => new X509Certificate(text));

for (const row of endpoints.filter(({ host }) => !host.startsWith('hostile-'))) {
  for (const wanted of row.certificates ?? []) {
    test(`the ${wanted.key} certificate of ${row.host} has ${wanted.fault ?? 'no'} fault`, () => {
      const chain = chainOf(issue(row, wanted, authorities, now, keys).chainPem);
      const [leaf, issuer] = chain;
      assert.ok(leaf);
      assert.equal(leaf.checkHost(row.host) !== undefined, wanted.fault !== 'wrong-host');
      assert.equal(
        new Date(leaf.validFrom) < now && now < new Date(leaf.validTo),
        !['expired', 'not-yet-valid'].includes(wanted.fault ?? ''),
      );
      assert.equal(
        issuer !== undefined && leaf.checkIssued(issuer),
        !['self-signed', 'incomplete-chain', 'disordered-chain'].includes(wanted.fault ?? ''),
      );
      if (wanted.key !== 'dsa1024' && issuer !== undefined && wanted.fault !== 'disordered-chain')
        assert.ok(leaf.verify(issuer.publicKey));
    });
  }
}

test('both intermediates are issued by the root, and the unknown one is not', () => {
  const root = new X509Certificate(authorities.root.der);
  const isIssued = (der: Buffer): boolean => new X509Certificate(der).checkIssued(root);
  assert.deepEqual([authorities.ecdsa.der, authorities.rsa.der, authorities.unknown.der].map(isIssued), [
    true,
    true,
    false,
  ]);
  assert.ok(root.ca);
});

test('certificates live 90 days, less than the 100 that will be allowed', () => {
  const [good] = endpoints;
  assert.ok(good);
  const [leaf] = chainOf(issue(good, { key: 'p256' }, authorities, now, keys).chainPem);
  assert.ok(leaf);
  assert.equal((Date.parse(leaf.validTo) - Date.parse(leaf.validFrom)) / 86_400_000, 90);
});
