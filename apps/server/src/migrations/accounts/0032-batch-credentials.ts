import { sql, type Kysely } from 'kysely';

/** The credential that started each batch, in the ledger's form. Charges of earlier batches are recorded as session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table batches add column charged_by text not null default 'session' check (charged_by ~ '^(session|key:[0-9a-f-]{36})$')`.execute(
    db,
  );
}
