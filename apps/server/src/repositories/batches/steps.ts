import { sql, type Kysely, type Transaction } from 'kysely';
import type { BatchRow } from '../schema/batches.ts';
import type { Schema } from '../schema/schema.ts';

/** Batches with domains to start, oldest first. */
export const runningBatches = async (db: Kysely<Schema>): Promise<{ id: string; accountId: string }[]> =>
  db
    .selectFrom('batches')
    .select(['id', 'account_id as accountId'])
    .where('status', '=', 'running')
    .orderBy('created_at')
    .limit(100)
    .execute();

/** Locks a running batch; undefined if it is not running or another process has locked it. */
export const takeBatch = async (trx: Transaction<Schema>, id: string): Promise<BatchRow | undefined> =>
  trx
    .selectFrom('batches')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'running')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** The next waiting domain. */
export const nextItem = async (
  trx: Transaction<Schema>,
  id: string,
): Promise<{ position: number; domain: string } | undefined> =>
  trx
    .selectFrom('batch_items')
    .select(['position', 'domain'])
    .where('batch_id', '=', id)
    .where('status', '=', 'waiting')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();

/** Stores the result of a domain. */
export async function settleItem(
  trx: Kysely<Schema>,
  { batchId, position }: { batchId: string; position: number },
  outcome: { status: 'started'; audit_id: string } | { status: 'refused'; reason: string },
): Promise<void> {
  await trx
    .updateTable('batch_items')
    .set(outcome)
    .where('batch_id', '=', batchId)
    .where('position', '=', position)
    .where('status', '=', 'waiting')
    .execute();
}

/** Ends a batch whose domains have all been started or refused. */
export async function endBatch(trx: Kysely<Schema>, id: string): Promise<void> {
  await trx
    .updateTable('batches')
    .set({ status: 'done', ended_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Pauses a running batch until it is resumed. */
export async function pauseBatch(db: Kysely<Schema>, id: string, because: string): Promise<void> {
  await db
    .updateTable('batches')
    .set({ status: 'paused', paused_because: because })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}
