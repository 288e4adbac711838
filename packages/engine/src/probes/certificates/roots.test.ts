import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { parseCertificate } from '@perimeter/protocols/x509/certificate';
import { bundledRoots } from '../../net/trust-anchors.ts';
import { distrustedRoots } from './distrust.data.ts';
import { rootLines } from './roots.data.ts';
import { createRootStore, distrustOf } from './roots.ts';

const digest = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex');

test('the list is the pinned runtime’s, and every root is found by its name', () => {
  const bundled = bundledRoots();
  const store = createRootStore(bundled, []);
  assert.deepEqual(
    bundled.map(digest).toSorted(),
    rootLines
      .trim()
      .split('\n')
      .map((line) => line.slice(0, 64)),
  );
  for (const der of bundled) {
    const found = store.near([parseCertificate(der)]);
    assert.ok(found.some(({ sha256, anchor }) => sha256 === digest(der) && anchor === 'public'));
  }
});

test('a root that the list does not name is none, unless somebody added it', () => {
  const [stranger = new Uint8Array()] = bundledRoots();
  assert.equal(createRootStore([], [stranger]).anchorOf(digest(stranger)), 'extra');
  assert.equal(createRootStore([], []).anchorOf(digest(stranger)), null);
  assert.deepEqual(createRootStore([], []).near([parseCertificate(stranger)]), []);
});

test('a distrusted root is trusted for older certificates alone', () => {
  for (const { sha256, after } of distrustedRoots) {
    const der = bundledRoots().find((one) => digest(one) === sha256);
    assert.ok(der, sha256);
    const root = parseCertificate(der);
    const leafOf = (notBefore: number) => ({ ...root, validity: { notBefore, notAfter: notBefore + 1 } });
    assert.equal(distrustOf(root, [leafOf(after), root]), null);
    assert.match(distrustOf(root, [leafOf(after + 1), root]) ?? '', /only for certificates issued until/);
  }
});
