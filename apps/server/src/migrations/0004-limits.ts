import { sql, type Kysely } from 'kysely';

// Unlogged: losing a minute's counts in a crash is harmless, and syncing them would slow down every request.
const rateLimits = sql`
  create unlogged table rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`;

// A comparison looks for the account's own latest audit, then for the latest public one.
const comparedOwn = sql`
  create index audits_compared_own on audits (account_id, domain, ended_at desc)
  where status = 'completed' and account_id is not null`;

const comparedPublic = sql`
  create index audits_compared_public on audits (domain, ended_at desc)
  where status = 'completed' and network is not null and not is_private`;

/** Counters of the rate limiter, and indexes for comparisons. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await rateLimits.execute(db);
  await comparedOwn.execute(db);
  await comparedPublic.execute(db);
}
