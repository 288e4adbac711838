import { sql, type Kysely } from 'kysely';
import { period } from '../limits/credits.ts';
import type { Schema } from '../schema/schema.ts';
import type { AccountRow } from './accounts.ts';
import { hasFactor } from './second-factors.ts';

/** An account in the administrators' list. */
export interface ListedAccount extends AccountRow {
  hasSecondFactor: boolean;
  creditsUsed: number;
}

/** Accounts whose address contains a text, including disabled ones, sorted by address, after one of them. */
export const listAccounts = async (
  db: Kysely<Schema>,
  { q, after, limit }: { q: string; after: string | undefined; limit: number },
): Promise<ListedAccount[]> =>
  db
    .selectFrom('accounts')
    .selectAll()
    .select([
      hasFactor(sql.ref('accounts.id')).as('hasSecondFactor'),
      sql<number>`(select coalesce(sum(amount), 0)::integer from credit_entries
        where owner = 'account:' || accounts.id::text and period = ${period})`.as('creditsUsed'),
    ])
    .where('erased_at', 'is', null)
    .where(sql<boolean>`position(${q.toLowerCase()}::text in email) > 0`)
    .$if(after !== undefined, (query) => query.where('email', '>', String(after)))
    .orderBy('email')
    .limit(limit)
    .execute();
