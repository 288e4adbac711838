import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import type { WaiverRow } from '../schema/shared.ts';

/** A waiver being made. */
export interface NewWaiverRow {
  accountId: string;
  domain: string;
  fingerprint: string | null;
  checkId: string | null;
  reason: string;
  expires: string;
}

/** How many waivers an account may have: more than anybody looks at again. */
export const mostWaivers = 1_000;

const columns = [
  'id',
  'account_id',
  'domain',
  'fingerprint',
  'check_id',
  'reason',
  sql<string>`expires::text`.as('expires'),
  'created_at',
] as const;

/** The waivers of an account, of one domain where one is named; those that end first come first. */
export async function listWaivers(db: Kysely<Schema>, accountId: string, domain: string | null): Promise<WaiverRow[]> {
  const all = db.selectFrom('waivers').select(columns).where('account_id', '=', accountId);
  const some = domain === null ? all : all.where('domain', '=', domain);
  return some.orderBy('waivers.expires').orderBy('id').limit(mostWaivers).execute();
}

/** Makes a waiver; why not, where there is one of the same finding or check, or the account has as many as it may. */
export async function insertWaiver(
  db: Kysely<Schema>,
  waiver: NewWaiverRow,
): Promise<WaiverRow | 'exists' | 'too-many'> {
  return db.transaction().execute(async (trx: Transaction<Schema>) => {
    // One at a time for each account, so that the count is still so when it commits.
    await trx.selectFrom('accounts').select('id').where('id', '=', waiver.accountId).forUpdate().execute();
    const { count } = await trx
      .selectFrom('waivers')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('account_id', '=', waiver.accountId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostWaivers) return 'too-many';
    const row = await trx
      .insertInto('waivers')
      .values({
        id: randomUUID(),
        account_id: waiver.accountId,
        domain: waiver.domain,
        fingerprint: waiver.fingerprint,
        check_id: waiver.checkId,
        reason: waiver.reason,
        expires: waiver.expires,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns)
      .executeTakeFirst();
    return row ?? 'exists';
  });
}

/** Changes reason or end of a waiver of an account; undefined when there is no such waiver. */
export async function changeWaiver(
  db: Kysely<Schema>,
  accountId: string,
  id: string,
  change: { reason?: string | undefined; expires?: string | undefined },
): Promise<WaiverRow | undefined> {
  return db
    .updateTable('waivers')
    .set({
      reason: sql<string>`coalesce(${change.reason ?? null}::text, reason)`,
      expires: sql<string>`coalesce(${change.expires ?? null}::date, expires)`,
    })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning(columns)
    .executeTakeFirst();
}

/** Ends a waiver of an account; false when there is no such waiver. */
export async function deleteWaiver(db: Kysely<Schema>, accountId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('waivers')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
