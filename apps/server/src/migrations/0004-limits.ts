import { sql, type Kysely } from 'kysely';

// Unlogged: losing a minute's counts in a crash costs nothing, syncing them would cost every request.
const rateLimits = sql`
  create unlogged table rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`;

// A comparison asks for the latest of one's own, then for the latest that anybody may see; never for anything between.
const comparedOwn = sql`
  create index audits_compared_own on audits (account_id, domain, ended_at desc)
  where status = 'completed' and account_id is not null`;

const comparedPublic = sql`
  create index audits_compared_public on audits (domain, ended_at desc)
  where status = 'completed' and network is not null and not is_private`;

/** Counters of the rate limiter, and what comparisons are found by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await rateLimits.execute(db);
  await comparedOwn.execute(db);
  await comparedPublic.execute(db);
}
