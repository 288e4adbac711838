import { sql, type Kysely } from 'kysely';

/** Ports that audits of a target saw last, by address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_memories add column ports jsonb not null default '[]'`.execute(db);
}
