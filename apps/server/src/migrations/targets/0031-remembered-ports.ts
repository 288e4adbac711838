import { sql, type Kysely } from 'kysely';

/** Open ports that the last audits of a target found, by address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_memories add column ports jsonb not null default '[]'`.execute(db);
}
