import { Kysely, PostgresDialect } from 'kysely';
import type { DatabaseSettings } from '../settings/process.ts';
import { StartError, systemText } from '../settings/start-error.ts';
import type { Connection } from './connection.ts';
import { findRunning } from './embedded/running.ts';
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

interface Server {
  connection: Connection;
  stop: () => Promise<void>;
}

async function openOurs(dataDir: string, onTrouble: OnDatabaseTrouble): Promise<Server> {
  return startEmbedded(dataDir, (error) =>
    onTrouble(
      error,
      error === null ? 'Embedded database restarted after it ended' : 'Embedded database failed to start',
    ),
  );
}

const openTheirs = (connection: Connection): Server => ({
  connection,
  stop: async () => undefined,
});

/** Opens the database that the settings name. Throws StartError where its operator can help. */
export async function openDatabase(settings: DatabaseSettings, onTrouble: OnDatabaseTrouble): Promise<Database> {
  return settings.kind === 'embedded'
    ? openServer(await openOurs(settings.dataDir, onTrouble), true, onTrouble)
    : openServer(openTheirs({ connectionString: settings.url }), false, onTrouble);
}

/** The same beside a service that runs its own database: that one is used, and goes on afterwards. */
export async function joinDatabase(settings: DatabaseSettings, onTrouble: OnDatabaseTrouble): Promise<Database> {
  const running = settings.kind === 'embedded' ? await findRunning(settings.dataDir) : null;
  return running === null ? openDatabase(settings, onTrouble) : openServer(openTheirs(running), false, onTrouble);
}

async function openServer(server: Server, exclusive: boolean, onTrouble: OnDatabaseTrouble): Promise<Database> {
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
    throw new StartError(`The database could not be opened: ${systemText(cause)}`);
  }
  return { db, connection: server.connection, exclusive, poolUse: pool.use, close };
}
