import { domainAudits, domainChanges } from '@perimeter/contract/domains';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sql } from 'kysely';
import { extractOf } from '../../jobs/purging.ts';
import { addExtracts } from '../../repositories/audits/reports.ts';
import { marksOf } from './domain-changes.ts';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { meteredService } from '../../testing/metered-service.ts';

const { db, account, get, start, ended } = await meteredService(deterministicEngine(1), {
  PERIMETER_RATE_LIMITS: 'off',
});

const caller = await account();
const ids: string[] = [];
// The second shares the first one's measurement, the third has its own.
for (const domain of ['extract.net', 'extract.net', 'elsewhere.net']) {
  const id = await start(caller, { domain });
  await ended(caller, id);
  ids.push(id);
}
const changes = async () => domainChanges.parse((await get(caller, '/api/domains/extract.net/changes')).json());
const extracts = async () =>
  (await db.selectFrom('audit_reports').select('compared').execute()).map((row) => row.compared);

test('an audit stores its extract, and a comparison is the same without the report', async () => {
  assert.ok((await extracts()).every((extract) => extract !== null));
  const before = await changes();
  assert.deepEqual([before.from.id, before.to.id], ids.slice(0, 2));
  const bodies = await db.selectFrom('audit_reports').select(['audit_id', 'body']).execute();
  await sql`update audit_reports set body = 'no JSON'`.execute(db);
  assert.deepEqual(await changes(), before);
  for (const { audit_id: id, body } of bodies)
    await db.updateTable('audit_reports').set({ body }).where('audit_id', '=', id).execute();
});

test('for a missing extract, or one of another version, the first comparison makes it from the report', async () => {
  const before = await changes();
  const [known] = await extracts();
  const other = { ...JSON.parse((await promisify(gunzip)(known ?? assert.fail())).toString()), version: 0 };
  for (const left of [null, await promisify(gzip)(JSON.stringify(other))]) {
    await db.updateTable('audit_reports').set({ compared: left }).execute();
    assert.deepEqual(await changes(), before);
    const anew = await extracts();
    assert.equal(anew.filter((extract) => extract !== null && (left === null || !extract.equals(left))).length, 2);
  }
});

test('missing extracts of earlier versions are made in the background, once, and an empty one for an unreadable report', async () => {
  const before = await changes();
  await db.updateTable('audit_reports').set({ compared: null }).execute();
  const unreadable = ids[2]?.slice(4) ?? assert.fail();
  await sql`update audit_reports set body = 'no JSON' where audit_id = ${unreadable}::uuid`.execute(db);
  assert.equal(await addExtracts(db, extractOf), 3);
  assert.equal(await addExtracts(db, extractOf), 0);
  const made = (await extracts()).map((extract) => extract?.length ?? assert.fail());
  assert.deepEqual([made.length, made.filter((length) => length === 0).length], [3, 1]);
  await sql`update audit_reports set body = 'no JSON'`.execute(db);
  assert.deepEqual(await changes(), before);
});

test('marks are read from extracts alone, each against the previous audit', async () => {
  const { audits } = domainAudits.parse((await get(caller, '/api/domains/extract.net/audits')).json());
  assert.deepEqual(await marksOf(db, 'extract.net', audits), []);
  const latest = ids[1]?.slice(4) ?? assert.fail();
  const row = await db
    .selectFrom('audit_reports')
    .select('compared')
    .where('audit_id', '=', latest)
    .executeTakeFirstOrThrow();
  const known = JSON.parse((await promisify(gunzip)(row.compared ?? assert.fail())).toString());
  const answersOf = (data: string) => ({
    answers: [{ name: 'extract.net', type: 'NS', status: 'answer', records: [{ type: 'NS', data }] }],
  });
  for (const [id, data] of [
    [ids[0]?.slice(4) ?? '', 'a.'],
    [latest, 'b.'],
  ] as const)
    await db
      .updateTable('audit_reports')
      .set({ compared: await promisify(gzip)(JSON.stringify({ ...known, dns: answersOf(data) })) })
      .where('audit_id', '=', id)
      .execute();
  const marks = await marksOf(db, 'extract.net', audits);
  assert.deepEqual(marks, [{ at: audits[0]?.endedAt, kind: 'name-servers', names: ['extract.net'], more: 0 }]);
  assert.deepEqual(await marksOf(db, 'extract.net', []), []);
});
