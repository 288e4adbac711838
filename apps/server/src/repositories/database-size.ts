import { sql } from 'kysely';
import type { Db } from './schema/schema.ts';

/** The size of the database on disk, in bytes. */
export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
