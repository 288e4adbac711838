import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RootList } from './lists.ts';
import { audited } from '../../modules/certificates/testing/evidence.ts';
import { listsOf, listsUsed } from './lists-used.ts';
import { createRootStore } from './root-store.ts';
import { shippedLogs, shippedRoots } from './shipped-lists.ts';

const [chain] = audited().certificates.chains;
const end = chain?.verdict.path.at(-1) ?? '';
const own: RootList = {
  name: 'Mine',
  date: '2026-11-01',
  roots: [{ sha256: end, subject: '', der: new Uint8Array(), distrust: null, caa: ['ca.example'] }],
  authorities: [{ organisations: ['mine'], identities: ['mine.example'] }],
};
const logList = { name: 'My logs', date: '2026-10-01', logs: [] };

test('without files the shipped lists are used, and named', () => {
  const lists = listsOf({ publicRoots: null });
  assert.deepEqual([lists.roots, lists.logs], [shippedRoots(), shippedLogs]);
  const used = listsUsed(lists, createRootStore(lists.roots, []), []);
  assert.match(used.roots.name, /^Mozilla's roots/);
  assert.deepEqual([used.authorities, used.rootIdentities], [null, []]);
});

test('evidence stores what the operator’s list states about roots at the end of paths', () => {
  const lists = listsOf({ publicRoots: own, logList });
  const used = listsUsed(lists, createRootStore(own, []), audited().certificates.chains);
  assert.deepEqual(
    [used.roots, used.logs],
    [
      { name: 'Mine', date: '2026-11-01' },
      { name: 'My logs', date: '2026-10-01' },
    ],
  );
  assert.deepEqual(used.authorities, own.authorities);
  assert.deepEqual(used.rootIdentities, [{ root: end, identities: ['ca.example'] }]);
  assert.deepEqual(listsUsed(lists, createRootStore(own, []), []).rootIdentities, []);
});
