import { sql, type Kysely } from 'kysely';

// It is compressed already. Reports that are stored get theirs when they are first compared: to read all of them here would take long.
const statements = [
  sql`alter table audit_reports add column compared bytea`,
  sql`alter table audit_reports alter column compared set storage external`,
];

/** What comparisons read of each report, beside it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
