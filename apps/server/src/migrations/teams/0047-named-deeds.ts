import { sql, type Kysely } from 'kysely';

const named = sql`alter table team_log add column target_name text not null default ''`;

/** What somebody did in a team was done to something with a name, which is read when it was done: it may be gone today. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await named.execute(db);
}
