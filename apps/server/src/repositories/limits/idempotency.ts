import { sql, type Transaction } from 'kysely';
import { tryLock } from '../locks.ts';
import type { Schema } from '../schema/schema.ts';

/** How long a key is remembered. */
export const idempotencyHours = 24;

/** A request that carries a key: the key is its owner's, the hash is of what is asked. */
export interface KeyedRequest {
  owner: string;
  key: string;
  bodyHash: Buffer;
}

/** What a key says about a request. */
export type KeySeen =
  | { kind: 'new' }
  /** Another transaction is answering it right now. */
  | { kind: 'in-flight' }
  /** The key belongs to another body. */
  | { kind: 'mismatch' }
  | { kind: 'answered'; response: unknown };

/** Looks a key up and, where it is new, keeps others from it until the transaction ends. */
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

/** Remembers the answer to a request under its key; a key that is past its time is taken over. */
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
