import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from '../migrations/index.ts';
import type { Schema } from '../repositories/schema/schema.ts';

/** Brings the schema up to date; several processes may do it at once, the database's lock lets one through. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('The database could not be brought up to date', { cause: error });
}
