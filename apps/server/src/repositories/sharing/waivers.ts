import type { Severity } from '@perimeter/contract/finding';
import type { WaiverChange } from '@perimeter/contract/waiver/waiver';
import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { inTransaction } from '../in-transaction.ts';
import type { Schema } from '../schema/schema.ts';
import type { WaiverRow } from '../schema/shared.ts';

/** A new waiver. */
export interface NewWaiverRow {
  accountId: string;
  domain: string;
  fingerprint: string | null;
  checkId: string | null;
  host: string | null;
  severity: Severity | null;
  reason: string;
  owner: string;
  expires: string;
}

/** Maximum number of waivers per account: more than anyone would review. */
export const mostWaivers = 1_000;

const columns = [
  'id',
  'account_id',
  'domain',
  'fingerprint',
  'check_id',
  'host',
  'severity',
  'reason',
  'owner',
  sql<string>`expires::text`.as('expires'),
  'created_at',
] as const;

/** The waivers of an account, optionally of one domain; the earliest end first. */
export async function listWaivers(db: Kysely<Schema>, accountId: string, domain: string | null): Promise<WaiverRow[]> {
  const all = db.selectFrom('waivers').select(columns).where('account_id', '=', accountId);
  const some = domain === null ? all : all.where('domain', '=', domain);
  return some.orderBy('waivers.expires').orderBy('id').limit(mostWaivers).execute();
}

/**
 * Serializes an account's changes of waivers, so that what was read of them still holds at commit. Does not lock the
 * account's row: rows that reference it, such as log lines, could not be inserted meanwhile, and the transactions would
 * deadlock.
 */
const takeTurn = async (trx: Kysely<Schema>, accountId: string): Promise<unknown> =>
  trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();

/** Creates a waiver; returns why not if the finding or check has one, or the account has the maximum. */
export async function insertWaiver(
  db: Kysely<Schema>,
  waiver: NewWaiverRow,
): Promise<WaiverRow | 'exists' | 'too-many'> {
  return inTransaction(db, async (trx) => {
    await takeTurn(trx, waiver.accountId);
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
        host: waiver.host,
        severity: waiver.severity,
        reason: waiver.reason,
        owner: waiver.owner,
        expires: waiver.expires,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns)
      .executeTakeFirst();
    return row ?? 'exists';
  });
}

const uniqueViolation = '23505';

/** Changes the terms of a waiver; undefined if there is none, 'exists' if another one covers that host. */
export async function changeWaiver(
  db: Kysely<Schema>,
  accountId: string,
  id: string,
  { reason, owner, expires, host, severity }: WaiverChange,
): Promise<WaiverRow | 'exists' | undefined> {
  try {
    await takeTurn(db, accountId);
    return await db
      .updateTable('waivers')
      .set({
        reason: sql<string>`coalesce(${reason ?? null}::text, reason)`,
        owner: sql<string>`coalesce(${owner ?? null}::text, owner)`,
        expires: sql<string>`coalesce(${expires ?? null}::date, expires)`,
        severity: sql<Severity>`coalesce(${severity ?? null}::text, severity)`,
        ...(host === undefined ? {} : { host }),
      })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returning(columns)
      .executeTakeFirst();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return 'exists';
    throw error;
  }
}

/** Deletes a waiver of an account; false if there is none. */
export async function deleteWaiver(db: Kysely<Schema>, accountId: string, id: string): Promise<boolean> {
  await takeTurn(db, accountId);
  const deleted = await db
    .deleteFrom('waivers')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
