import { sql, type Kysely } from 'kysely';

// Unlogged like the other counters. `points` is what was counted and, where one process holds the window, what it may
// count without asking; `granted` tells the statement that has just counted what it got.
const pollWindows = sql`
  create unlogged table poll_windows (
    key varchar(255) primary key,
    quota integer not null,
    points integer not null,
    granted integer not null,
    holder uuid,
    ends_at bigint not null
  )`;

/** Windows in which polls are counted by several processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await pollWindows.execute(db);
}
