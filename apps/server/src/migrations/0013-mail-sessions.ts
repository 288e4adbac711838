import { sql, type Kysely } from 'kysely';

// What mail servers of third parties answered; shared by all accounts for an hour.
const sessions = sql`
  create table mail_sessions (
    key text primary key check (octet_length(key) <= 512),
    session jsonb not null check (octet_length(session::text) <= 131072),
    kept_until timestamptz not null
  )`;

/** Sessions with mail servers that many domains use: at most one visit an hour over all audits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sessions.execute(db);
  await sql`create index mail_sessions_by_age on mail_sessions (kept_until)`.execute(db);
}
