import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { endpoints } from '../hosts/endpoints.ts';
import { issue, makeAuthorities } from './issue.ts';
import { keyStore } from '../pki/keys.ts';
import { recipes } from '../pki/recipes.data.ts';

const now = new Date('2026-06-01T00:00:00Z');
const authorities = makeAuthorities(now);
const keys = keyStore();
const chainOf = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN[^]+?END CERTIFICATE-----/g) ?? []).map((text) => new X509Certificate(text));

for (const row of endpoints.filter(({ host }) => !host.startsWith('hostile-'))) {
  for (const wanted of row.certificates ?? []) {
    const recipe = wanted.fault === undefined ? {} : recipes[wanted.fault];
    test(`the ${wanted.key} certificate of ${row.host} has ${wanted.fault ?? 'no'} fault`, () => {
      const chain = chainOf(issue(row, wanted, authorities, now, keys).chainPem);
      const [leaf, issuer] = chain;
      assert.ok(leaf);
      const [from, to] = recipe.days ?? [-5, 85];
      const isCurrent = new Date(leaf.validFrom) < now && now < new Date(leaf.validTo);
      assert.equal(isCurrent, from < 0 && to > 0);
      assert.equal(
        leaf.checkHost(row.host, { subject: 'never' }) !== undefined,
        recipe.names === undefined && recipe.only !== 'aliases',
      );
      const issuerFollows = issuer !== undefined && leaf.issuer === issuer.subject;
      const [next] = recipe.followers ?? [recipe.issuer ?? 'e1'];
      assert.equal(issuerFollows, next !== undefined && next !== 'root' && next !== 'leaf' && next !== 'itself');
      if (wanted.key !== 'dsa1024' && issuerFollows)
        assert.equal(leaf.verify(issuer.publicKey), recipe.spoilt !== true);
    });
  }
}

test('the root issues both intermediates, but not the unknown one', () => {
  const root = new X509Certificate(authorities.root.der);
  const isIssued = (der: Buffer): boolean => new X509Certificate(der).checkIssued(root);
  assert.deepEqual([authorities.e1.der, authorities.r1.der, authorities.stranger.der].map(isIssued), [
    true,
    true,
    false,
  ]);
  assert.ok(root.ca);
});

test('certificates are valid for 90 days, within the future maximum of 100', () => {
  const [good] = endpoints;
  assert.ok(good);
  const [leaf] = chainOf(issue(good, { key: 'p256' }, authorities, now, keys).chainPem);
  assert.ok(leaf);
  assert.equal((Date.parse(leaf.validTo) - Date.parse(leaf.validFrom)) / 86_400_000, 90);
});
