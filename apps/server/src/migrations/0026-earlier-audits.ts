import { type Kysely, sql } from 'kysely';

// A document tells what the audits before its own came to: the last few of the same owner, domain and kind whose reports are kept, read in order
// whatever else was audited there.
const earlier = sql`
  create index audits_earlier on audits (account_id, domain, scan_mode, is_passive, ended_at desc)
  where status = 'completed' and purged_at is null`;

// The same columns under the same condition as audits_of_domains.
const doubled = sql`drop index audits_compared_own`;

/** An index for the history of a domain in documents, in the place of one that was there twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await earlier.execute(db);
  await doubled.execute(db);
}
