import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discoverDmarc, walkNames, type DmarcDiscovery } from './discover.ts';

type Zone = Readonly<Record<string, readonly string[] | null>>;

const discover = async (domain: string, zone: Zone): Promise<DmarcDiscovery> =>
  discoverDmarc(domain, async (name) => {
    const texts = zone[name.replace(/^_dmarc[.]/u, '')];
    return texts === undefined ? [] : texts;
  });

test('the walk continues with seven labels after the first query for a long name', () => {
  assert.deepEqual(walkNames('a.b.c.d.e.f.g.h.i.j'), [
    'a.b.c.d.e.f.g.h.i.j',
    'd.e.f.g.h.i.j',
    'e.f.g.h.i.j',
    'f.g.h.i.j',
    'g.h.i.j',
    'h.i.j',
    'i.j',
    'j',
  ]);
  assert.deepEqual(walkNames('a.b.c.d.e.f.g.h').slice(0, 2), ['a.b.c.d.e.f.g.h', 'b.c.d.e.f.g.h']);
  assert.deepEqual(walkNames('www.x.lab'), ['www.x.lab', 'x.lab', 'lab']);
});

const none = 'v=DMARC1; p=none';
const reject = 'v=DMARC1; p=reject; sp=quarantine';
type Row = readonly [
  what: string,
  domain: string,
  zone: Zone,
  organizational: string,
  from: string | null,
  policy: string | null,
];
const rows: readonly Row[] = [
  ['its own record', 'x.lab', { 'x.lab': [reject] }, 'x.lab', 'x.lab', 'reject'],
  ['the record of the organizational domain', 'a.x.lab', { 'x.lab': [reject] }, 'x.lab', 'x.lab', 'quarantine'],
  ['its own before that above', 'a.x.lab', { 'a.x.lab': [none], 'x.lab': [reject] }, 'x.lab', 'a.x.lab', 'none'],
  ['not one in between', 'a.b.x.lab', { 'b.x.lab': [none], 'x.lab': [reject] }, 'x.lab', 'x.lab', 'quarantine'],
  [
    'psd=n ends the walk',
    'a.b.x.lab',
    { 'b.x.lab': [`${none}; psd=n`], 'x.lab': [reject] },
    'b.x.lab',
    'b.x.lab',
    'none',
  ],
  ['one label below psd=y', 'a.x.bank', { bank: [`${reject}; psd=y`] }, 'x.bank', 'bank', 'quarantine'],
  [
    'below psd=y with a record',
    'a.x.bank',
    { 'x.bank': [none], bank: [`${reject}; psd=y`] },
    'x.bank',
    'x.bank',
    'none',
  ],
  ['psd=y at the start does not count', 'bank', { bank: [`${reject}; psd=y`] }, 'bank', 'bank', 'reject'],
  [
    'several at the domain itself are dropped: the one above',
    'a.x.lab',
    { 'a.x.lab': [none, none], 'x.lab': [reject] },
    'x.lab',
    'x.lab',
    'quarantine',
  ],
  ['several above are dropped', 'a.x.lab', { 'x.lab': [none, reject] }, 'a.x.lab', null, null],
  ['texts without the version are dropped', 'x.lab', { 'x.lab': ['v=spf1 -all', reject] }, 'x.lab', 'x.lab', 'reject'],
  ['nothing', 'a.x.lab', {}, 'a.x.lab', null, null],
];
for (const [what, domain, zone, organizational, from, policy] of rows) {
  test(what, async () => {
    const found = await discover(domain, zone);
    assert.deepEqual(
      [found.organizational, found.policyDomain, found.policies?.domain ?? null],
      [organizational, from, policy],
    );
    assert.equal(found.complete, true);
  });
}

test('a name without an answer leaves the policy open, unless the domain has its own', async () => {
  const open = await discover('a.x.lab', { 'x.lab': null });
  assert.deepEqual([open.complete, open.policies], [false, null]);
  assert.equal((await discover('a.x.lab', { 'a.x.lab': [none], 'x.lab': null })).complete, true);
  assert.equal((await discover('a.x.lab', { 'a.x.lab': null, 'x.lab': [reject] })).complete, false);
});
