import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { parseCertificate } from '@perimeter/protocols/x509/certificate';
import { bundledRoots } from '../../net/runtime-roots.ts';
import type { RootList } from './lists.ts';
import { distrustedRoots } from './distrust.data.ts';
import { rootLines } from './roots.data.ts';
import { createRootStore, distrustIn } from './root-store.ts';
import { rootListOver, shippedRoots } from './shipped-lists.ts';

const digest = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex');

test('the list equals the pinned runtime’s, and every root is found by its name', () => {
  const bundled = bundledRoots();
  const store = createRootStore(rootListOver(bundled), []);
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

test('a root outside of the list is not trusted, unless the operator added it', () => {
  const [stranger = new Uint8Array()] = bundledRoots();
  const empty = createRootStore(rootListOver([]), []);
  assert.equal(createRootStore(null, [stranger]).anchorOf(digest(stranger)), 'extra');
  assert.equal(empty.anchorOf(digest(stranger)), null);
  assert.deepEqual(empty.near([parseCertificate(stranger)]), []);
});

test('a public root that the operator also added stays public, and is found once', () => {
  const [root = new Uint8Array()] = bundledRoots();
  const store = createRootStore(shippedRoots(), [root]);
  assert.equal(store.anchorOf(digest(root)), 'public');
  assert.deepEqual(
    store.near([parseCertificate(root)]).map(({ anchor }) => anchor),
    ['public'],
  );
});

/** The root with this digest, and its distrust for a leaf that starts then. */
function distrustAt(list: RootList, sha256: string, notBefore: number): readonly string[] | null {
  const der = list.roots.find((one) => one.sha256 === sha256)?.der;
  assert.ok(der, sha256);
  const root = parseCertificate(der);
  const leaf = { ...root, validity: { notBefore, notAfter: notBefore + 1 } };
  return distrustIn(createRootStore(list, []))(root, [leaf, root]);
}

test('a distrusted root is trusted for certificates of its last day, but not a second later', () => {
  assert.ok(distrustedRoots.length > 0);
  for (const { sha256, after } of distrustedRoots) {
    assert.equal(distrustAt(shippedRoots(), sha256, after), null);
    const [by, root, until] = distrustAt(shippedRoots(), sha256, after + 1) ?? [];
    assert.equal(by, 'Chrome');
    assert.ok(root !== undefined && root !== '');
    assert.match(until ?? '', /^20\d\d-\d\d-\d\d$/);
  }
});

test('roots without a distrust date are trusted whenever a certificate starts', () => {
  const distrusted = new Set(distrustedRoots.map(({ sha256 }) => sha256));
  const sound = shippedRoots().roots.filter(({ sha256 }) => !distrusted.has(sha256));
  assert.equal(sound.length, shippedRoots().roots.length - distrusted.size);
  for (const { sha256 } of sound.slice(0, 20)) assert.equal(distrustAt(shippedRoots(), sha256, 4e9), null);
});

test('distrust dates are at most two years after the list: browsers announce none later', () => {
  for (const { name, after } of distrustedRoots)
    assert.ok(after < Date.parse(shippedRoots().date) / 1_000 + 730 * 86_400, name);
});
