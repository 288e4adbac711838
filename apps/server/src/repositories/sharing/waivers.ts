import type { Severity } from '@perimeter/contract/finding';
import type { WaiverChange } from '@perimeter/contract/waiver/waiver';
import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { inTransaction } from '../in-transaction.ts';
import type { Schema } from '../schema/schema.ts';
import type { WaiverRow } from '../schema/shared.ts';

/** A waiver being made. */
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

/** How many waivers an account may have: more than anybody looks at again. */
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

/** The waivers of an account, of one domain where one is named; those that end first come first. */
export async function listWaivers(db: Kysely<Schema>, accountId: string, domain: string | null): Promise<WaiverRow[]> {
  const all = db.selectFrom('waivers').select(columns).where('account_id', '=', accountId);
  const some = domain === null ? all : all.where('domain', '=', domain);
  return some.orderBy('waivers.expires').orderBy('id').limit(mostWaivers).execute();
}

/**
 * One change at a time for each account, so that what was read of its waivers is still so when it commits. Rows that refer to the account,
 * as the lines of its log do, wait for nobody: who waits for a waiver with the account locked would keep them from ending.
 */
const takeTurn = async (trx: Kysely<Schema>, accountId: string): Promise<unknown> =>
  trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();

/** Makes a waiver; why not, where there is one of the same finding or check, or the account has as many as it may. */
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

/** Changes the terms of a waiver of an account; undefined when there is no such waiver, 'exists' when another has that host. */
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

/** Ends a waiver of an account; false when there is no such waiver. */
export async function deleteWaiver(db: Kysely<Schema>, accountId: string, id: string): Promise<boolean> {
  await takeTurn(db, accountId);
  const deleted = await db
    .deleteFrom('waivers')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
