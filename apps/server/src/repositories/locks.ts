import { sql, type Transaction } from 'kysely';
import type { Schema } from './schema/schema.ts';

// Names are hashed within their space. Taken in this order and one of a space at most, so no two transactions wait for each other.
const spaces = { idempotency: 1, owner: 2, target: 3, purge: 4, leases: 5, ceiling: 6 } as const;

export type LockSpace = keyof typeof spaces;

/** Waits until no other transaction holds the lock; held until the transaction ends, so what is read next is what the last holder left. */
export async function takeLock(trx: Transaction<Schema>, space: LockSpace, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${spaces[space]}::integer, hashtext(${name}))`.execute(trx);
}

/** Takes two locks in one question, the first one first. */
export async function takeLocks(
  trx: Transaction<Schema>,
  ...[first, second]: readonly [{ space: LockSpace; name: string }, { space: LockSpace; name: string }]
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${spaces[first.space]}::integer, hashtext(${first.name})),
      pg_advisory_xact_lock(${spaces[second.space]}::integer, hashtext(${second.name}))`.execute(trx);
}

/** Takes several locks of one space, in an order that all who take several share. */
export async function takeLocksOf(trx: Transaction<Schema>, space: LockSpace, names: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${spaces[space]}::integer, hash) from (
      select distinct hashtext(name) as hash from unnest(${names}::text[]) as name order by hash
    ) as ordered`.execute(trx);
}

/** Takes the lock if it is free, and says whether it was. */
export async function tryLock(trx: Transaction<Schema>, space: LockSpace, name: string): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(${spaces[space]}::integer, hashtext(${name})) as taken`.execute(trx);
  return rows[0]?.taken === true;
}
