import { sql, type Kysely } from 'kysely';
import type { Schema } from './schema/schema.ts';

/** The names of the migrations that were applied to the database. */
export async function appliedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
