import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RootList } from '../../net/trust/lists.ts';
import { audited } from '../../modules/certificates/testing/evidence.ts';
import { listsOf, listsUsed, oldListWarnings } from './lists-used.ts';
import { createRootStore } from './roots.ts';
import { shippedLogs, shippedRoots } from './shipped-lists.ts';

const settings = { resolvers: [], trustAnchors: null, allowNetworks: [], dialMap: new Map(), contactUrl: '' };
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
  const lists = listsOf({ ...settings, publicRoots: null });
  assert.deepEqual([lists.roots, lists.logs], [shippedRoots(), shippedLogs]);
  const used = listsUsed(lists, createRootStore(lists.roots, []), []);
  assert.match(used.roots.name, /^Mozilla's roots/);
  assert.deepEqual([used.authorities, used.rootIdentities], [null, []]);
});

test('evidence keeps what the operator’s list says of the roots that paths end in', () => {
  const lists = listsOf({ ...settings, publicRoots: own, logList });
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

test('whoever runs this is told of lists that have grown old, by the setting that mends it', () => {
  const warnings = (at: string) => oldListWarnings({ ...settings, publicRoots: own, logList }, Date.parse(at));
  assert.deepEqual(warnings('2026-12-09'), []);
  assert.deepEqual(warnings('2026-12-10'), [
    'The list in use, My logs, is of 2026-10-01, 70 days ago: PERIMETER_CT_LOGS names a newer one',
  ]);
  assert.equal(warnings('2027-04-30').length, 2);
});
