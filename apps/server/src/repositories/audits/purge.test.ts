import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { takeLock } from '../locks.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { insertAccount } from '../accounts/accounts.ts';
import { beginAudit, completeAudit, findAudit, insertAudit } from './audits.ts';
import { purge } from './purge.ts';
import { findReport } from './reports.ts';

const database = await openTestDatabase();
after(database.close);
const { db } = database;

async function account(plan: 'free' | 'pro' | 'team'): Promise<string> {
  const made = await insertAccount(db, { email: `${randomUUID()}@a.net`, passwordHash: '', isAdmin: false });
  assert.ok(made !== undefined);
  await db.updateTable('accounts').set({ plan }).where('id', '=', made.id).execute();
  return made.id;
}

/** A completed audit that ended this number of days ago. */
async function completed(accountId: string | null, daysAgo: number): Promise<string> {
  const id = randomUUID();
  const domain = `${id}.net`;
  const network = accountId === null ? '192.0.2.1' : null;
  await db.transaction().execute(async (trx) =>
    insertAudit(trx, {
      id,
      domain,
      registrableDomain: domain,
      scanMode: 'standard',
      phases: ['phase_a'],
      accountId,
      network,
      authorityBy: accountId === null ? `network:${network}` : `account:${accountId}`,
    }),
  );
  await beginAudit(db, id);
  const report = { body: Buffer.from('{}'), sha256: Buffer.alloc(32) };
  await completeAudit(db, id, {
    report,
    evidence: Buffer.from('e'),
    lastPhase: 'phase_a',
    checksExecuted: 1,
    findingsCount: 0,
  });
  await sql`alter table audits disable trigger audits_guard`.execute(db);
  await sql`update audits set ended_at = now() - make_interval(days => ${daysAgo}) where id = ${id}`.execute(db);
  await sql`alter table audits enable trigger audits_guard`.execute(db);
  return id;
}

test("reports and evidence are deleted after their plan's retention; their audits stay without the network", async () => {
  const [free, pro, team] = [await account('free'), await account('pro'), await account('team')];
  const kept = [
    await completed(null, 6),
    await completed(free, 29),
    await completed(pro, 364),
    await completed(team, 729),
  ];
  const due = [
    await completed(null, 8),
    await completed(free, 31),
    await completed(pro, 366),
    await completed(team, 731),
  ];
  assert.deepEqual(await purge(db), { reports: due.length, idempotencyKeys: 0, memories: 0 });
  for (const id of kept)
    assert.ok((await findReport(db, id)) !== undefined && (await findAudit(db, id))?.purged_at === null);
  for (const id of due) {
    assert.equal(await findReport(db, id), undefined);
    const row = await findAudit(db, id);
    assert.deepEqual([row?.status, row?.network, row?.purged_at instanceof Date], ['completed', null, true]);
    // The statement of authority stays; its author only for accounts.
    assert.ok(row?.authority_at instanceof Date);
    assert.equal(row.authority_by, row.account_id === null ? null : `account:${row.account_id}`);
  }
  const evidence = await db.selectFrom('audit_evidence').select('audit_id').execute();
  assert.deepEqual(new Set(evidence.map(({ audit_id }) => audit_id)), new Set(kept));
  assert.deepEqual(await purge(db), { reports: 0, idempotencyKeys: 0, memories: 0 });
});

test('audits of a deleted account stay, with the retention of anonymous ones', async () => {
  const team = await account('team');
  const id = await completed(team, 8);
  await purge(db);
  assert.ok((await findReport(db, id)) !== undefined);
  await db.deleteFrom('accounts').where('id', '=', team).execute();
  assert.equal((await findAudit(db, id))?.account_id, null);
  await purge(db);
  assert.equal(await findReport(db, id), undefined);
});

test('charges of a network are deleted after their month, those of accounts stay', async () => {
  const month = (back: number) =>
    sql<string>`(date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${back}))::date`;
  const charge = (owner: string, back: number) => ({
    owner,
    period: month(back),
    audit_id: randomUUID(),
    amount: 1 as const,
    reason: 'audit',
  });
  const rows = [charge('network:192.0.2.1', 0), charge('network:192.0.2.1', 1), charge('account:a', 1)];
  await db.insertInto('credit_entries').values(rows).execute();
  await purge(db);
  const left = await db.selectFrom('credit_entries').select('audit_id').execute();
  const [current, , account] = rows;
  assert.deepEqual(new Set(left.map((row) => row.audit_id)), new Set([current?.audit_id, account?.audit_id]));
});

test('idempotency keys are deleted after a day', async () => {
  const row = (key: string, hours: number) => ({
    owner: 'account:a',
    key,
    body_hash: Buffer.alloc(32),
    created_at: new Date(Date.now() - hours * 3_600_000),
  });
  await db
    .insertInto('idempotency_keys')
    .values([row('old', 25), row('new', 23)])
    .execute();
  assert.equal((await purge(db))?.idempotencyKeys, 1);
  const left = await db.selectFrom('idempotency_keys').select('key').execute();
  assert.deepEqual(left, [{ key: 'new' }]);
});

test('while one process purges, others skip it', async () => {
  await db.transaction().execute(async (trx) => {
    await takeLock(trx, 'purge', 'all');
    assert.equal(await purge(db), null);
  });
});
