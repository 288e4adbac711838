import { sql, type Kysely } from 'kysely';

/** By what each batch was started, as the ledger writes it. Charges of earlier batches say session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table batches add column charged_by text not null default 'session' check (charged_by ~ '^(session|key:[0-9a-f-]{36})$')`.execute(
    db,
  );
}
