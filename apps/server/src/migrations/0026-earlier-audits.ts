import { type Kysely, sql } from 'kysely';

// A document lists the results of earlier audits: the last few of the same owner, domain and kind whose reports are
// kept, read in order without any others.
const earlier = sql`
  create index audits_earlier on audits (account_id, domain, scan_mode, is_passive, ended_at desc)
  where status = 'completed' and purged_at is null`;

// The same columns and condition as audits_of_domains.
const doubled = sql`drop index audits_compared_own`;

/** An index for the history of a domain in documents, replacing a duplicate one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await earlier.execute(db);
  await doubled.execute(db);
}
