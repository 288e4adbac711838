import { sql, type Kysely } from 'kysely';

/** Counters of the rate limiter. Unlogged: losing a minute's counts in a crash costs nothing, syncing them would cost every request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint)`.execute(db);
}
