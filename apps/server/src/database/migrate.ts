import { Kysely, PostgresDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrations } from '../migrations/index.ts';
import { appliedMigrations } from '../repositories/applied-migrations.ts';
import type { Schema } from '../repositories/schema/schema.ts';
import type { Connection } from './connection.ts';

/**
 * The migrations of this version, and as no more than names those that a later version has made: while an upgrade replaces one
 * process after another, one of before that has to start again must not be kept out, for migrations only add to the schema.
 */
async function knownMigrations(db: Kysely<Schema>): Promise<Record<string, Migration>> {
  const newest = Object.keys(migrations).toSorted().at(-1) ?? '';
  // A new database has no list of them yet.
  const applied = await appliedMigrations(db).catch(() => []);
  const later = applied.filter((name) => name > newest);
  return { ...migrations, ...Object.fromEntries(later.map((name) => [name, { up: async () => {} }])) };
}

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
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => knownMigrations(db) } });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw new Error('Database migration failed', { cause: error });
  } finally {
    await db.destroy();
  }
}
