import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DatabaseSettings } from '../settings/settings.ts';
import { StartError } from '../settings/start-error.ts';
import { startEmbedded } from './embedded/start.ts';
import { migrate } from './migrate.ts';
import type { Schema } from '../repositories/schema/schema.ts';

/** How any client of ours reaches the database. */
export type Connection = { connectionString: string } | { host: string; user: string; database: string };

/** Connections of a process: open, idle of those, and requests that wait for one. */
export interface PoolUse {
  open: number;
  idle: number;
  waiting: number;
}

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

const poolSize = 10;

function openPool(connection: Connection, onTrouble: OnDatabaseTrouble): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    application_name: 'perimeter',
  });
  // Without these listeners a connection that breaks, idle or between the statements of a transaction, would end the process.
  pool.on('error', (error) => onTrouble(error, 'An idle database connection broke'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

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
  const poolUse = (): PoolUse => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  const close = async (): Promise<void> => {
    await db.destroy();
    await server.stop();
  };
  try {
    await migrate(db);
  } catch (error) {
    await close();
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new StartError(`The database could not be opened: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return { db, connection: server.connection, exclusive: settings.kind === 'embedded', poolUse, close };
}
