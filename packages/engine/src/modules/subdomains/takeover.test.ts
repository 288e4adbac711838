import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../catalogue/testing/rows.ts';
import { exampleServiceAlias } from '../../evidence/names/example.ts';
import type { MarkSeen, ServiceAlias } from '../../evidence/names/schema.ts';
import { seen, unseen, untested } from '../../evidence/observed.ts';
import { named, nameless, own, partly, type Row, silent, testRows } from './testing/evidence.ts';
import { subTakeoverCname } from './takeover.ts';

const mark = 'There is no site here';
const page = (url: string, text: string | null) =>
  seen<MarkSeen>({ url, address: '192.0.2.90', status: 404, mark: text, bytes: 500, simhash: '0000000000000000' });
const unclaimed = {
  own: page('http://blog.site.lab/', mark),
  control: page('http://p1.pages.example/', mark),
} as const;
/** An unrelated page that quotes the service's sentence. */
const article = (status: number) =>
  seen<MarkSeen>({
    url: 'http://blog.site.lab/',
    address: '192.0.2.90',
    status,
    mark,
    bytes: 9_000,
    simhash: 'ffffffffffffffff',
  });
const alias = (change: Partial<ServiceAlias> = {}) => exampleServiceAlias('blog.site.lab', change);
const missing = { exists: 'no', byNxdomain: true, own: untested('not-asked') } as const;

const aliased = own('blog', { aliases: ['customer.pages.example'] });
const at = (change: Partial<ServiceAlias>) => named({ inventory: [aliased], services: [alias(change)] });
const old = { name: 'old', date: '2026-01-01' };

const rows: Row[] = [
  [subTakeoverCname, 'both marks', at(unclaimed), 'fail', /Anyone with an account at Pages can claim it/],
  [subTakeoverCname, 'the command shows the mark', at(unclaimed), 'fail', /Reproduce: curl .*blog\.site\.lab.*grep/],
  [subTakeoverCname, 'an article that quotes the mark', at({ ...unclaimed, own: article(200) }), 'pass', /are claimed/],
  [subTakeoverCname, 'words alone', at({ ...unclaimed, own: article(404) }), 'fail', /may be able to claim it/],
  [subTakeoverCname, 'NXDOMAIN', at(missing), 'fail', /does not exist there[^]*Reproduce: dig A blog\.site\.lab/],
  [subTakeoverCname, 'an edge case', at({ ...unclaimed, status: 'edge' }), 'fail', /Under conditions of Pages/],
  [
    subTakeoverCname,
    'a wildcard',
    named({ services: [{ ...alias(unclaimed), name: '*.site.lab' }] }),
    'fail',
    /\*\.site\.lab is an alias/,
  ],
  [
    subTakeoverCname,
    'nobody can claim it',
    at({ ...unclaimed, status: 'safe' }),
    'informational',
    /does not give it to others/,
  ],
  [subTakeoverCname, 'somebody has it', at({}), 'pass', /are claimed/],
  [
    subTakeoverCname,
    'a mark that only this name shows',
    at({ ...unclaimed, control: page('http://x/', null) }),
    'pass',
  ],
  [subTakeoverCname, 'no control', at({ ...unclaimed, control: unseen('timeout', 'no-address') }), 'inconclusive'],
  [subTakeoverCname, 'no answer', at({ own: unseen('timeout', 'no-address') }), 'inconclusive', /was not seen/],
  [subTakeoverCname, 'it was not asked', at({ own: untested('not-asked') }), 'inconclusive'],
  [
    subTakeoverCname,
    'no alias into a service',
    named({ inventory: [own('app')] }),
    'pass',
    /No name leads to a service/,
  ],
  [subTakeoverCname, 'a name without an answer', partly, 'inconclusive', /app\.site\.lab: no usable answer/],
  [
    subTakeoverCname,
    'an alias that an old list may not know',
    named({ inventory: [aliased], takeoverList: old }),
    'inconclusive',
    /days old/,
  ],
  [subTakeoverCname, 'an old list and no alias to others', named({ takeoverList: old }), 'pass'],
  [subTakeoverCname, 'an old list that knows it', { ...at(unclaimed) }, 'fail'],
  [subTakeoverCname, 'nothing was answered', silent, 'inconclusive'],
  [subTakeoverCname, 'a www host', nameless, 'not-applicable', /www host/],
];

testRows(rows);

test('only a certain takeover is critical; words alone and edge cases never are', () => {
  const drafts = (change: Partial<ServiceAlias>) =>
    draftsOf(subTakeoverCname.evaluate(at(change))).map((draft) =>
      'confidence' in draft ? [draft.confidence, draft.cvss] : [],
    );
  const cautious = [['potential', 'authenticForgery']];
  assert.deepEqual(drafts({ ...unclaimed, own: article(404) }), cautious);
  assert.deepEqual(drafts({ ...unclaimed, status: 'edge' }), cautious);
  assert.deepEqual(drafts({ ...missing, status: 'edge' }), cautious);
  assert.deepEqual(drafts(unclaimed), [[]]);
});
