import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrations } from '../migrations/index.ts';
import type { Connection } from './connection.ts';

/** Brings the schema up to date; several processes may do it at once, the database's lock lets one through. */
export async function migrate(connection: Connection): Promise<void> {
  // Apart from the service's connections: to change a large table takes longer than any request may.
  const pool = new pg.Pool({
    ...connection,
    max: 2,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'perimeter migrations',
  });
  pool.on('error', () => undefined);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw new Error('Database migration failed', { cause: error });
  } finally {
    await db.destroy();
  }
}
