import { dayOfMs, soonDays } from '@perimeter/contract/waiver/waiver';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** An accepted risk that ends soon, and its account's address. */
export interface EndingRisk {
  id: string;
  email: string;
  domain: string;
  checkId: string | null;
  reason: string;
  /** YYYY-MM-DD. */
  expires: string;
}

const mostAtOnce = 500;

/** Takes the waivers that end soon and were not announced with this end date; no other process takes them. */
export async function takeEndingWaivers(db: Kysely<Schema>, nowMs: number): Promise<EndingRisk[]> {
  const today = sql`${dayOfMs(nowMs)}::date`;
  const { rows } = await sql<EndingRisk>`
    with due as (
      select waivers.id, email from waivers join accounts on accounts.id = waivers.account_id
      where expires > ${today} and expires <= ${today} + ${soonDays}::integer
        and announced is distinct from expires
        and confirmed_at is not null and disabled_at is null and leaves_at is null
      order by account_id, expires limit ${mostAtOnce}::integer for update of waivers skip locked
    )
    update waivers set announced = expires from due where waivers.id = due.id
    returning waivers.id, email, domain, check_id as "checkId", reason, expires::text as expires`.execute(db);
  return rows.toSorted((one, other) => (one.expires < other.expires ? -1 : 1));
}

/** Marks waivers as not announced, so that they are announced again. */
export const forgetAnnounced = async (db: Kysely<Schema>, ids: readonly string[]): Promise<void> => {
  await db.updateTable('waivers').set({ announced: null }).where('id', 'in', ids).execute();
};

/** How many of an account's accepted risks end soon. */
export async function countEnding(db: Kysely<Schema>, accountId: string, nowMs: number): Promise<number> {
  const today = sql`${dayOfMs(nowMs)}::date`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from waivers
    where account_id = ${accountId} and expires > ${today} and expires <= ${today} + ${soonDays}::integer`.execute(db);
  return rows[0]?.count ?? 0;
}
