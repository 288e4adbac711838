import { sql, type Kysely } from 'kysely';

/** Whether the audits that an account starts are private unless they say otherwise. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column private_by_default boolean not null default false`.execute(db);
}
