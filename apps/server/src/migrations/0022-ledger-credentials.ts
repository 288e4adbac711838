import { sql, type Kysely } from 'kysely';

/** The credential that used a credit: key:ID, session, or nothing for anonymous callers and earlier entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credit_entries add column charged_by text check (charged_by ~ '^(session|key:[0-9a-f-]{36})$')`.execute(
    db,
  );
  await sql`create index credit_entries_newest on credit_entries (owner, id desc)`.execute(db);
}
