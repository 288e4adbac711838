import { sql, type Transaction } from 'kysely';
import { tryLock } from '../locks.ts';
import type { Schema } from '../schema/schema.ts';

/** Lifetime of an idempotency key, in hours. */
export const idempotencyHours = 24;

/** A request with an idempotency key; the key belongs to its owner, and the hash covers the request body. */
export interface KeyedRequest {
  owner: string;
  key: string;
  bodyHash: Buffer;
}

/** The state of an idempotency key. */
export type KeySeen =
  | { kind: 'new' }
  /** Another transaction is answering it now. */
  | { kind: 'in-flight' }
  /** The key was used with another body. */
  | { kind: 'mismatch' }
  | { kind: 'answered'; response: unknown };

/** Looks a key up and, if it is new, locks it until the transaction ends. */
export async function claimKey(trx: Transaction<Schema>, { owner, key, bodyHash }: KeyedRequest): Promise<KeySeen> {
  if (!(await tryLock(trx, 'idempotency', `${owner} ${key}`))) return { kind: 'in-flight' };
  const seen = await trx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'response'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${idempotencyHours}::integer)`)
    .executeTakeFirst();
  if (seen === undefined) return { kind: 'new' };
  return seen.body_hash.equals(bodyHash) ? { kind: 'answered', response: seen.response } : { kind: 'mismatch' };
}

/** Stores the answer under a key; an expired key is replaced. */
export async function rememberAnswer(
  trx: Transaction<Schema>,
  { owner, key, bodyHash }: KeyedRequest,
  auditId: string,
  response: unknown,
): Promise<void> {
  const answer = { body_hash: bodyHash, audit_id: auditId, response: JSON.stringify(response) };
  await trx
    .insertInto('idempotency_keys')
    .values({ owner, key, ...answer })
    .onConflict((conflict) => conflict.columns(['owner', 'key']).doUpdateSet({ ...answer, created_at: sql`now()` }))
    .execute();
}
