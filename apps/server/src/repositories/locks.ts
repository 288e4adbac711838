import { sql, type Transaction } from 'kysely';
import type { Schema } from './schema/schema.ts';

// Names are hashed within their space. Taken in this order and at most one per space, so that transactions cannot
// deadlock.
const spaces = { idempotency: 1, owner: 2, target: 3, purge: 4, leases: 5, ceiling: 6 } as const;

export type LockSpace = keyof typeof spaces;

/** Waits for a lock and holds it until the transaction ends, so that later reads see the previous holder's changes. */
export async function takeLock(trx: Transaction<Schema>, space: LockSpace, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${spaces[space]}::integer, hashtext(${name}))`.execute(trx);
}

/** Takes two locks in one query, the first one first. */
export async function takeLocks(
  trx: Transaction<Schema>,
  ...[first, second]: readonly [{ space: LockSpace; name: string }, { space: LockSpace; name: string }]
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${spaces[first.space]}::integer, hashtext(${first.name})),
      pg_advisory_xact_lock(${spaces[second.space]}::integer, hashtext(${second.name}))`.execute(trx);
}

/** Takes several locks of one space in a fixed order, to avoid deadlocks. */
export async function takeLocksOf(trx: Transaction<Schema>, space: LockSpace, names: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${spaces[space]}::integer, hash) from (
      select distinct hashtext(name) as hash from unnest(${names}::text[]) as name order by hash
    ) as ordered`.execute(trx);
}

/** Takes a lock if it is free; returns whether it was. */
export async function tryLock(trx: Transaction<Schema>, space: LockSpace, name: string): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(${spaces[space]}::integer, hashtext(${name})) as taken`.execute(trx);
  return rows[0]?.taken === true;
}
