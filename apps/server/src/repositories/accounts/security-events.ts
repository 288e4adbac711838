import type { Insertable, Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import type { SecurityEventRow, SecurityEventsTable } from '../schema/security-events.ts';

/** Stores one line. */
export const insertEvent = async (db: Kysely<Schema>, event: Insertable<SecurityEventsTable>): Promise<void> => {
  await db.insertInto('security_events').values(event).execute();
};

/** Lines of an account before one of them, newest first. */
export const listEvents = async (
  db: Kysely<Schema>,
  accountId: string,
  { limit, before }: { limit: number; before: string | null },
): Promise<SecurityEventRow[]> =>
  db
    .selectFrom('security_events')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(before !== null, (query) => query.where('id', '<', String(before)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Lines since a time of one account or all, oldest first, each with the account's address. */
export const eventsSince = async (
  db: Kysely<Schema>,
  { email, since, after, limit }: { email: string | null; since: Date; after: string; limit: number },
): Promise<(SecurityEventRow & { email: string })[]> =>
  db
    .selectFrom('security_events')
    .innerJoin('accounts', 'accounts.id', 'security_events.account_id')
    .selectAll('security_events')
    .select('email')
    .where('at', '>=', since)
    .where('security_events.id', '>', after)
    .$if(email !== null, (query) => query.where('email', '=', String(email)))
    .orderBy('security_events.id')
    .limit(limit)
    .execute();

/** Deletes lines from before a time. */
export const purgeEvents = async (db: Kysely<Schema>, before: Date): Promise<void> => {
  await db.deleteFrom('security_events').where('at', '<', before).execute();
};
