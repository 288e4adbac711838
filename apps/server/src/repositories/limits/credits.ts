import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** What an owner has used in this calendar month (UTC), and when the next one begins. */
export interface CreditBalance {
  used: number;
  resetsAtMs: number;
}

/** An owner, and which of its charges count. */
export interface Payer {
  owner: string;
  /** True: only charges by API keys; false: all charges. */
  keysOnly: boolean;
}

/** Why a credit was refunded. */
export type GivenBackFor = 'failed' | 'cancelled' | 'shared';

/** SQL: the current month, as its first day in UTC. */
export const period = sql<string>`date_trunc('month', now() at time zone 'utc')::date`;
const resetsAt = sql<number>`(extract(epoch from (date_trunc('month', now() at time zone 'utc') + interval '1 month') at time zone 'utc') * 1000)::float8`;

/**
 * SQL: the parts of an owner's balance; hold the owner's lock to decide by them. Entries without a recorded credential
 * count as those of keys.
 */
export const balanceOf = ({
  owner,
  keysOnly,
}: Payer): { used: RawBuilder<number>; resetsAtMs: RawBuilder<number> } => ({
  used: sql<number>`(
    select coalesce(sum(amount), 0)::integer from credit_entries where owner = ${owner} and period = ${period} and not (${keysOnly} and charged_by is not distinct from 'session')
  )`,
  resetsAtMs: resetsAt,
});

/** An owner's balance. */
export async function creditBalance(db: Kysely<Schema>, payer: Payer): Promise<CreditBalance> {
  const { used, resetsAtMs } = balanceOf(payer);
  return db.selectNoFrom([used.as('used'), resetsAtMs.as('resetsAtMs')]).executeTakeFirstOrThrow();
}

/** Refunds audits' charges, to the month in which they were charged; idempotent. */
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
