import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** What an owner has used of this calendar month (UTC), and when the next begins. */
export interface CreditBalance {
  used: number;
  resetsAtMs: number;
}

/** Whose charges are counted, and which of them. */
export interface Payer {
  owner: string;
  /** True: charges by API keys alone; false: all charges. */
  keysOnly: boolean;
}

/** Why a credit was given back. */
export type GivenBackFor = 'failed' | 'cancelled' | 'shared';

/** The month that a credit is charged to now: its first day, in UTC. */
export const period = sql<string>`date_trunc('month', now() at time zone 'utc')::date`;
const resetsAt = sql<number>`(extract(epoch from (date_trunc('month', now() at time zone 'utc') + interval '1 month') at time zone 'utc') * 1000)::float8`;

/** The parts of a payer's balance; to decide by them, hold the owner's lock. Entries from before charges named their origin count as those of keys. */
export const balanceOf = ({
  owner,
  keysOnly,
}: Payer): { used: RawBuilder<number>; resetsAtMs: RawBuilder<number> } => ({
  used: sql<number>`(
    select coalesce(sum(amount), 0)::integer from credit_entries where owner = ${owner} and period = ${period} and not (${keysOnly} and charged_by is not distinct from 'session')
  )`,
  resetsAtMs: resetsAt,
});

/** The balance of a payer. */
export async function creditBalance(db: Kysely<Schema>, payer: Payer): Promise<CreditBalance> {
  const { used, resetsAtMs } = balanceOf(payer);
  return db.selectNoFrom([used.as('used'), resetsAtMs.as('resetsAtMs')]).executeTakeFirstOrThrow();
}

/** Gives back what audits were charged, to the month in which they were; what was given back before stays so. */
export async function giveBackCredits(
  trx: Transaction<Schema>,
  auditIds: readonly string[],
  reason: GivenBackFor,
): Promise<void> {
  if (auditIds.length === 0) return;
  await trx
    .insertInto('credit_entries')
    .columns(['owner', 'period', 'audit_id', 'amount', 'reason', 'charged_by'])
    .expression((from) =>
      from
        .selectFrom('credit_entries')
        .select([
          'owner',
          'period',
          'audit_id',
          sql<-1>`-1`.as('amount'),
          sql<string>`${reason}::text`.as('reason'),
          'charged_by',
        ])
        .where('audit_id', 'in', auditIds)
        .where('amount', '=', 1),
    )
    .onConflict((conflict) => conflict.columns(['audit_id', 'amount']).doNothing())
    .execute();
}
