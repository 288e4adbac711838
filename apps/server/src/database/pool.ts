import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Connection } from './connection.ts';

/** Connections of a process: open, idle of those, and requests that wait for one. */
export interface PoolUse {
  open: number;
  idle: number;
  waiting: number;
}

/** A pool of connections in which none stays that has fallen silent. */
export interface Pool extends PostgresPool {
  use: () => PoolUse;
}

/** What a connection may take. */
export interface PoolLimits {
  connectTimeoutMs: number;
  /** What the server gives up by itself, so that the connection stays usable. */
  statementTimeoutMs: number;
  /** How long we wait for an answer: a little longer than the server. After it the connection counts as dead. */
  answerTimeoutMs: number;
}

/** Together they leave a request time to answer within 15 seconds. */
export const poolLimits: PoolLimits = { connectTimeoutMs: 4_000, statementTimeoutMs: 7_500, answerTimeoutMs: 8_000 };

const poolSize = 10;
const keepAliveAfterMs = 10_000;
// A process that stops in the middle of a transaction would hold its locks for ever.
const idleTransactionMs = 60_000;

// pg has no public name for it: false from the sending of a statement until the server is ready for the next.
const owesAnswer = (client: pg.PoolClient): boolean => Reflect.get(client, 'readyForQuery') === false;

/** Opens a pool; told about connections that broke while they were idle. */
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
  // Without these listeners a connection that breaks, idle or between the statements of a transaction, would end the process.
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
  // What silenced one connection may have silenced those that were idle: each that was not heard of since is replaced.
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
