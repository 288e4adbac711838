import { Kysely, PostgresDialect } from 'kysely';
import type { DatabaseSettings } from '../settings/settings.ts';
import { StartError } from '../settings/start-error.ts';
import type { Connection } from './connection.ts';
import { startEmbedded } from './embedded/start.ts';
import { migrate } from './migrate.ts';
import { openPool, type PoolUse } from './pool.ts';
import type { Schema } from '../repositories/schema/schema.ts';

/** An open database with its schema up to date. */
export interface Database {
  db: Kysely<Schema>;
  connection: Connection;
  /** True when no other process can use it: then whatever was running when we started is running no more. */
  exclusive: boolean;
  poolUse: () => PoolUse;
  close: () => Promise<void>;
}

/** Told about connections that broke; each is replaced when next needed. */
export type OnDatabaseTrouble = (error: Error | null, what: string) => void;

async function openOurs(
  dataDir: string,
  onTrouble: OnDatabaseTrouble,
): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  return startEmbedded(dataDir, (error) =>
    onTrouble(
      error,
      error === null ? 'The embedded database ended and was started again' : 'The embedded database does not start',
    ),
  );
}

const openTheirs = (url: string): { connection: Connection; stop: () => Promise<void> } => ({
  connection: { connectionString: url },
  stop: async () => undefined,
});

/** Opens the database that the settings name. Throws StartError where its operator can help. */
export async function openDatabase(settings: DatabaseSettings, onTrouble: OnDatabaseTrouble): Promise<Database> {
  const server = settings.kind === 'embedded' ? await openOurs(settings.dataDir, onTrouble) : openTheirs(settings.url);
  const pool = openPool(server.connection, onTrouble);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const close = async (): Promise<void> => {
    await db.destroy();
    await server.stop();
  };
  try {
    await migrate(server.connection);
  } catch (error) {
    await close();
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new StartError(`The database could not be opened: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return { db, connection: server.connection, exclusive: settings.kind === 'embedded', poolUse: pool.use, close };
}
