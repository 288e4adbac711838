import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../testing/database.ts';
import { latestReport } from './compared.ts';

const database = await openTestDatabase();
after(database.close);
const { db } = database;

async function account(): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('accounts')
    .values({ id, email: `${id}@example.org`, password_hash: '' })
    .execute();
  return id;
}

interface Of {
  domain: string;
  accountId?: string;
  network?: string;
  isPrivate?: boolean;
  endedAt: string;
}

/** A completed audit whose report contains its own name. */
async function completed(name: string, { domain, accountId, network, isPrivate = false, endedAt }: Of): Promise<void> {
  const id = randomUUID();
  await sql`
    insert into audits (id, domain, registrable_domain, scan_mode, status, current_phase, phases_total, percent,
      ended_at, account_id, network, is_private)
    values (${id}, ${domain}, ${domain}, 'standard', 'completed', 'phase_x', 1, 100,
      ${endedAt}::timestamptz, ${accountId ?? null}, ${network ?? null}, ${isPrivate})`.execute(db);
  const body = Buffer.from(name);
  const sha256 = createHash('sha256').update(body).digest();
  await db.insertInto('audit_reports').values({ audit_id: id, body, sha256 }).execute();
}

const latest = async (domain: string, accountId: string | null) =>
  (await latestReport(db, domain, accountId))?.body.toString();

const [alice, bob] = [await account(), await account()];

test("the latest audit is used, and the account's own is preferred to a newer public one", async () => {
  await completed('public old', { domain: 'order.net', network: '192.0.2.1', endedAt: '2026-01-01Z' });
  await completed('public new', { domain: 'order.net', network: '192.0.2.2', endedAt: '2026-01-03Z' });
  await completed('own old', { domain: 'order.net', accountId: alice, endedAt: '2025-01-01Z' });
  await completed('own new', { domain: 'order.net', accountId: alice, isPrivate: true, endedAt: '2025-01-02Z' });
  assert.equal(await latest('order.net', alice), 'own new');
  assert.equal(await latest('order.net', bob), 'public new');
  assert.equal(await latest('order.net', null), 'public new');
});

test('audits of another account are never used, whether private or public', async () => {
  await completed('private', { domain: 'secret.net', accountId: alice, isPrivate: true, endedAt: '2026-01-02Z' });
  await completed('not private', { domain: 'secret.net', accountId: alice, endedAt: '2026-01-01Z' });
  assert.equal(await latest('secret.net', alice), 'private');
  assert.equal(await latest('secret.net', bob), undefined);
  assert.equal(await latest('secret.net', null), undefined);
});

test('audits of a deleted account do not become public', async () => {
  const gone = await account();
  await completed('orphan', { domain: 'orphan.net', accountId: gone, endedAt: '2026-01-01Z' });
  await db.deleteFrom('accounts').where('id', '=', gone).execute();
  assert.equal(await latest('orphan.net', null), undefined);
});
