import { sql, type Kysely } from 'kysely';

// Unlogged like the other counters. `points` is what was counted or, while one process holds the window, what that
// process may count without asking; `granted` returns to the statement how many points it got.
const pollWindows = sql`
  create unlogged table poll_windows (
    key varchar(255) primary key,
    quota integer not null,
    points integer not null,
    granted integer not null,
    holder uuid,
    ends_at bigint not null
  )`;

/** Rate-limit windows of polls that several processes count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await pollWindows.execute(db);
}
