import { domainChanges } from '@perimeter/contract/domains';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sql } from 'kysely';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { meteredService } from '../../testing/metered-service.ts';

const { db, account, get, start, ended } = await meteredService(deterministicEngine(1), {
  PERIMETER_RATE_LIMITS: 'off',
});

const caller = await account();
const ids: string[] = [];
// The second shares the measurement of the first, the third is its own.
for (const domain of ['extract.net', 'extract.net', 'elsewhere.net']) {
  const id = await start(caller, { domain });
  await ended(caller, id);
  ids.push(id);
}
const changes = async () => domainChanges.parse((await get(caller, '/api/domains/extract.net/changes')).json());
const extracts = async () =>
  (await db.selectFrom('audit_reports').select('compared').execute()).map((row) => row.compared);

test('an audit that ends keeps what comparisons read, which are the same without any report', async () => {
  assert.ok((await extracts()).every((extract) => extract !== null));
  const before = await changes();
  assert.deepEqual([before.from.id, before.to.id], ids.slice(0, 2));
  const bodies = await db.selectFrom('audit_reports').select(['audit_id', 'body']).execute();
  await sql`update audit_reports set body = 'no JSON'`.execute(db);
  assert.deepEqual(await changes(), before);
  for (const { audit_id: id, body } of bodies)
    await db.updateTable('audit_reports').set({ body }).where('audit_id', '=', id).execute();
});

test('where an earlier version left none, or another version its own, the first comparison makes it from the report', async () => {
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
