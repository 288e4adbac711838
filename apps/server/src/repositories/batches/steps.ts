import { sql, type Kysely, type Transaction } from 'kysely';
import type { BatchRow } from '../schema/batches.ts';
import type { Schema } from '../schema/schema.ts';

/** Batches that have something to start, the oldest first. */
export const runningBatches = async (db: Kysely<Schema>): Promise<{ id: string; accountId: string }[]> =>
  db
    .selectFrom('batches')
    .select(['id', 'account_id as accountId'])
    .where('status', '=', 'running')
    .orderBy('created_at')
    .limit(100)
    .execute();

/** Locks a batch that runs; undefined where it does not any more, or another process is at it. */
export const takeBatch = async (trx: Transaction<Schema>, id: string): Promise<BatchRow | undefined> =>
  trx
    .selectFrom('batches')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'running')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** The next domain that waits. */
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

/** Notes what became of a domain. */
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

/** Everything of the batch was started or refused. */
export async function endBatch(trx: Kysely<Schema>, id: string): Promise<void> {
  await trx
    .updateTable('batches')
    .set({ status: 'done', ended_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Stops a batch that runs until somebody resumes it. */
export async function pauseBatch(db: Kysely<Schema>, id: string, because: string): Promise<void> {
  await db
    .updateTable('batches')
    .set({ status: 'paused', paused_because: because })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}
