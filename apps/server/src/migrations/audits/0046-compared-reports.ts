import { sql, type Kysely } from 'kysely';

// The extract is already compressed. Existing reports get theirs when they are first compared, because reading all of
// them here would take long.
const statements = [
  sql`alter table audit_reports add column compared bytea`,
  sql`alter table audit_reports alter column compared set storage external`,
];

/** Extracts for comparisons, stored with each report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
