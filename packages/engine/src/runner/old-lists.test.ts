import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audited } from '../modules/certificates/testing/evidence.ts';
import { noHttp } from '../evidence/http/example.ts';
import { noNames } from '../evidence/names/none.ts';
import { noPage } from '../evidence/page/none.ts';
import { seen, untested } from '../evidence/observed.ts';
import { oldLists, oldListWarnings } from './old-lists.ts';

// The audit starts on 2026-11-01.
const remarks = (rootsDate: string, logsDate: string) => {
  const { certificates, target } = audited({ evidence: { rootsDate, logsDate } });
  return oldLists({ certificates, target });
};

test('a report does not mention lists that are recent enough', () => {
  assert.deepEqual(remarks('2026-05-06', '2026-08-24'), []);
  assert.deepEqual(oldLists({ target: audited().target }), []);
});

test('a report states the age of outdated lists, the consequence, and the setting that replaces them', () => {
  const [roots, logs, ...others] = remarks('2026-05-05', '2026-08-23');
  assert.match(roots?.reason ?? '', /dated 2026-05-05, 180 days before the audit: .* Use PERIMETER_PUBLIC_ROOTS/);
  assert.match(logs?.reason ?? '', /dated 2026-08-23, 70 days before the audit: .* Use PERIMETER_CT_LOGS/);
  assert.deepEqual(others, []);
});

test('a report states that an outdated preload list lacks newer entries', () => {
  const { target } = audited();
  const said = (preload: Parameters<typeof seen<{ file: string; date: string; hosts: [] }>>[0] | null) =>
    oldLists({ target, http: { ...noHttp, preload: preload === null ? untested('preload-off') : seen(preload) } });
  const list = (date: string) => ({ file: 'list.json', date, hosts: [] as [] });
  assert.match(said(list('2026-08-03'))[0]?.reason ?? '', /dated 2026-08-03, 90 days .* PERIMETER_HSTS_PRELOAD/);
  assert.deepEqual([said(list('2026-08-04')), said(null)], [[], []]);
});

test('a report states that an outdated list of libraries lacks newer flaws', () => {
  const { target } = audited();
  const said = (date: string) => oldLists({ target, page: { ...noPage, libraryList: { name: 'list', date } } });
  assert.match(said('2026-07-04')[0]?.reason ?? '', /dated 2026-07-04, 120 days .* PERIMETER_LIBRARIES/);
  assert.deepEqual([said('2026-07-05'), oldLists({ target, page: noPage })], [[], []]);
});

const publicRoots = { name: 'Mine', date: '2026-11-01', roots: [], authorities: null };
const logList = { name: 'My logs', date: '2026-10-01', logs: [] };

test('the operator is warned about outdated lists, with the setting that replaces them', () => {
  const warnings = (at: string) => oldListWarnings({ publicRoots, logList }, Date.parse(at));
  assert.deepEqual(warnings('2026-12-09'), []);
  assert.deepEqual(warnings('2026-12-10'), [
    'The list My logs is dated 2026-10-01, 70 days ago: use PERIMETER_CT_LOGS to set a newer list',
  ]);
  assert.equal(warnings('2027-04-30').length, 2);
});

test('a report states that an outdated list of services lacks newer ones', () => {
  const { target } = audited();
  const said = (date: string, base: string | null = 'site.lab') =>
    oldLists({ target, names: { ...noNames, base, takeoverList: { name: 'x', date } } });
  assert.deepEqual(said('2026-05-06'), []);
  assert.match(said('2026-05-05')[0]?.reason ?? '', /180 days before the audit: .* Use PERIMETER_TAKEOVERS/);
  assert.deepEqual(said('2026-05-05', null), []);
});
