import { Kysely, PostgresDialect } from 'kysely';
import type { DatabaseSettings } from '../settings/process.ts';
import { StartError, systemText } from '../settings/start-error.ts';
import type { Connection } from './connection.ts';
import { findRunning } from './embedded/running.ts';
import { startEmbedded } from './embedded/start.ts';
import { migrate } from './migrate.ts';
import { openPool, type PoolUse } from './pool.ts';
import type { Schema } from '../repositories/schema/schema.ts';

/** An open database with an up-to-date schema. */
export interface Database {
  db: Kysely<Schema>;
  connection: Connection;
  /** True if no other process can use the database: then no audit that was running at start is still running. */
  exclusive: boolean;
  poolUse: () => PoolUse;
  close: () => Promise<void>;
}

/** Called when a connection has broken; it is replaced at its next use. */
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

/** Opens the configured database. Throws StartError if the operator can solve the problem. */
export async function openDatabase(settings: DatabaseSettings, onTrouble: OnDatabaseTrouble): Promise<Database> {
  return settings.kind === 'embedded'
    ? openServer(await openOurs(settings.dataDir, onTrouble), true, onTrouble)
    : openServer(openTheirs({ connectionString: settings.url }), false, onTrouble);
}

/** The same for admin commands: if a running service has started the embedded database, it is used and left running. */
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
