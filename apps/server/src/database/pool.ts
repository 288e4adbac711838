import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Connection } from './connection.ts';

/** A process's connections: open, idle, and the requests that wait for one. */
export interface PoolUse {
  open: number;
  idle: number;
  waiting: number;
}

/** A connection pool that replaces connections that stopped responding. */
export interface Pool extends PostgresPool {
  use: () => PoolUse;
}

/** Time-outs of a connection. */
export interface PoolLimits {
  connectTimeoutMs: number;
  /** The server cancels a statement after this time; the connection stays usable. */
  statementTimeoutMs: number;
  /** The client waits a little longer than the server; then the connection counts as dead. */
  answerTimeoutMs: number;
}

/** Together they leave 15 seconds for the answer to a request. */
export const poolLimits: PoolLimits = { connectTimeoutMs: 4_000, statementTimeoutMs: 7_500, answerTimeoutMs: 8_000 };

const poolSize = 10;
const keepAliveAfterMs = 10_000;
// A process that stalls within a transaction would hold its locks forever.
const idleTransactionMs = 60_000;

// pg has no public name for this property: false while a statement is running.
const owesAnswer = (client: pg.PoolClient): boolean => Reflect.get(client, 'readyForQuery') === false;

/** Opens a pool; the callback receives errors of idle connections. */
export function openPool(
  connection: Connection,
  onTrouble: (error: Error, what: string) => void,
  { connectTimeoutMs, statementTimeoutMs, answerTimeoutMs }: PoolLimits = poolLimits,
): Pool {
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    application_name: 'perimeter',
  });
  const heardAtMs = new WeakMap<pg.PoolClient, number>();
  let silentSinceMs = -Infinity;
  // Without these listeners a connection that breaks while idle or between statements would end the process.
  pool.on('error', (error) => onTrouble(error, 'Idle database connection lost'));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    heardAtMs.set(client, performance.now());
  });
  pool.on('release', (_error, client) => {
    if (owesAnswer(client)) {
      silentSinceMs = Math.max(silentSinceMs, performance.now() - answerTimeoutMs);
      void client.end().catch(() => undefined);
    } else heardAtMs.set(client, performance.now());
  });
  // What silenced one connection may have silenced the idle ones: replace each that has not answered since.
  const connect = async (): Promise<PostgresPoolClient> => {
    for (;;) {
      const client = await pool.connect();
      if ((heardAtMs.get(client) ?? Infinity) >= silentSinceMs) return client;
      client.release(true);
    }
  };
  return {
    options: pool.options,
    connect,
    end: async () => pool.end(),
    use: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}
