import { Kysely, PostgresDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrations } from '../migrations/index.ts';
import { appliedMigrations } from '../repositories/applied-migrations.ts';
import type { Schema } from '../repositories/schema/schema.ts';
import type { Connection } from './connection.ts';

/**
 * The migrations of this version, and the names of those that a later version has applied. During a rolling upgrade a
 * process of the earlier version must be able to restart: migrations only add to the schema, so the unknown ones are
 * harmless.
 */
async function knownMigrations(db: Kysely<Schema>): Promise<Record<string, Migration>> {
  const newest = Object.keys(migrations).toSorted().at(-1) ?? '';
  // A new database has no migration table yet.
  const applied = await appliedMigrations(db).catch(() => []);
  const later = applied.filter((name) => name > newest);
  return { ...migrations, ...Object.fromEntries(later.map((name) => [name, { up: async () => {} }])) };
}

/** Applies missing migrations; a database lock serializes concurrent processes. */
export async function migrate(connection: Connection): Promise<void> {
  // A separate connection without time-outs: changing a large table takes longer than any request may.
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
