import { sql, type Kysely } from 'kysely';
import type { AuditStatus } from '@perimeter/contract/audit';
import type { BatchItemRow, BatchRow } from '../schema/batches.ts';
import { inTransaction } from '../in-transaction.ts';
import type { AuditRow, Schema } from '../schema/schema.ts';

/** A batch with its progress. */
export interface BatchProgress extends BatchRow {
  waiting: number;
  started: number;
  refused: number;
  ended: number;
}

/** A new batch. */
export interface NewBatch extends Pick<
  BatchRow,
  'id' | 'account_id' | 'scan_mode' | 'is_private' | 'authority' | 'idempotency_key' | 'body_hash' | 'charged_by'
> {
  domains: readonly string[];
}

const progressOf = (db: Kysely<Schema>) =>
  db
    .selectFrom('batches')
    .selectAll('batches')
    .select([
      sql<number>`(select count(*)::integer from batch_items where batch_id = batches.id and status = 'waiting')`.as(
        'waiting',
      ),
      sql<number>`(select count(*)::integer from batch_items where batch_id = batches.id and status = 'started')`.as(
        'started',
      ),
      sql<number>`(select count(*)::integer from batch_items where batch_id = batches.id and status = 'refused')`.as(
        'refused',
      ),
      sql<number>`(select count(*)::integer from batch_items join audits on audits.id = audit_id
        where batch_id = batches.id and ended_at is not null)`.as('ended'),
    ]);

/** Maximum number of an account's batches that run or are paused. */
export const mostBatches = 5;

/**
 * Stores a batch with its domains in order; returns the existing batch for a repeated idempotency key, 'too-many' at
 * the account's maximum.
 */
export async function insertBatch(
  db: Kysely<Schema>,
  { domains, ...batch }: NewBatch,
): Promise<{ id: string; bodyHash: Buffer; isNew: boolean } | 'too-many'> {
  return inTransaction(db, async (trx) => {
    await trx.selectFrom('accounts').select('id').where('id', '=', batch.account_id).forUpdate().execute();
    const known = await trx
      .selectFrom('batches')
      .select(['id', 'body_hash as bodyHash'])
      .where('account_id', '=', batch.account_id)
      .where('idempotency_key', '=', batch.idempotency_key)
      .executeTakeFirst();
    if (known !== undefined) return { ...known, isNew: false };
    const { count } = await trx
      .selectFrom('batches')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('account_id', '=', batch.account_id)
      .where('status', 'in', ['running', 'paused'])
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostBatches) return 'too-many';
    await trx
      .insertInto('batches')
      .values({ ...batch, total: domains.length })
      .execute();
    await sql`insert into batch_items (batch_id, position, domain)
      select ${batch.id}::uuid, position, domain from unnest(${[...domains]}::text[]) with ordinality as given (domain, position)`.execute(
      trx,
    );
    return { id: batch.id, bodyHash: batch.body_hash, isNew: true };
  });
}

/** The latest batches of an account; a limit of null returns all. */
export const listBatches = async (
  db: Kysely<Schema>,
  accountId: string,
  most: number | null = 20,
): Promise<BatchProgress[]> =>
  progressOf(db)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .$if(most !== null, (query) => query.limit(Number(most)))
    .execute();

/** A batch of an account. */
export const findBatch = async (
  db: Kysely<Schema>,
  accountId: string,
  id: string,
): Promise<BatchProgress | undefined> =>
  progressOf(db).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();

/** A domain of a batch with the state of its audit. */
export interface BatchItem
  extends
    BatchItemRow,
    Pick<AuditRow, 'score' | 'uncapped' | 'grade' | 'grade_status' | 'severities' | 'issues' | 'ended_at' | 'failure'> {
  auditStatus: AuditStatus | null;
}

/** The domains of a batch in order. */
export const listItems = async (db: Kysely<Schema>, batchId: string): Promise<BatchItem[]> =>
  db
    .selectFrom('batch_items')
    .leftJoin('audits', 'audits.id', 'audit_id')
    .selectAll('batch_items')
    .select(['audits.status as auditStatus', 'score', 'uncapped', 'grade', 'grade_status'])
    .select(['severities', 'issues', 'ended_at', 'failure'])
    .where('batch_id', '=', batchId)
    .orderBy('position')
    .execute();

/** Cancels a batch; audits that have started continue. False if it had ended. */
export async function cancelBatch(db: Kysely<Schema>, id: string): Promise<boolean> {
  const cancelled = await db
    .updateTable('batches')
    .set({ status: 'cancelled', paused_because: null, ended_at: sql`now()` })
    .where('id', '=', id)
    .where('status', 'in', ['running', 'paused'])
    .executeTakeFirst();
  return cancelled.numUpdatedRows > 0n;
}

/** Resumes a paused batch; false if it is not paused. */
export async function resumeBatch(db: Kysely<Schema>, id: string): Promise<boolean> {
  const resumed = await db
    .updateTable('batches')
    .set({ status: 'running', paused_because: null })
    .where('id', '=', id)
    .where('status', '=', 'paused')
    .executeTakeFirst();
  return resumed.numUpdatedRows > 0n;
}

/** Which of these domains the account has audited since midnight UTC, or is auditing. */
export async function auditedToday(
  db: Kysely<Schema>,
  accountId: string,
  domains: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('audits')
    .select('domain')
    .distinct()
    .where('account_id', '=', accountId)
    .where('status', '!=', 'failed')
    .where('started_at', '>=', sql<Date>`date_trunc('day', now() at time zone 'utc') at time zone 'utc'`)
    .where(sql<boolean>`domain = any(${[...domains]}::text[])`)
    .execute();
  return new Set(rows.map(({ domain }) => domain));
}

/** Which of these domains are opted out, themselves or by a parent domain. */
export async function optedOutOf(db: Kysely<Schema>, domains: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ domain: string }>`
    select given.domain from unnest(${[...domains]}::text[]) as given (domain)
    where exists (select from opt_outs where given.domain = opt_outs.domain or given.domain like '%.' || opt_outs.domain)`.execute(
    db,
  );
  return new Set(rows.map(({ domain }) => domain));
}
