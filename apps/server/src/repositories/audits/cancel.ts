import { auditFailure } from '@perimeter/engine/runner/failure';
import { sql, type Kysely, type Transaction } from 'kysely';
import { inTransaction } from '../in-transaction.ts';
import type { AuditRow, Schema } from '../schema/schema.ts';
import { lockTarget, passOn, targetOf } from './sharing.ts';
import { giveBackCredits } from '../limits/credits.ts';

/** Queues an audit that must now measure itself, in the transaction of the cancellation. */
type Requeue = (trx: Transaction<Schema>, audit: { id: string; registrableDomain: string }) => Promise<void>;

/**
 * Cancels an audit for its owner, and refunds its credit. Audits that share its measurement are not affected: the first
 * of them measures instead. False if it had already ended.
 */
export async function cancelAudit(db: Kysely<Schema>, audit: AuditRow, requeue: Requeue): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockTarget(trx, targetOf(audit));
    const ended = await trx
      .updateTable('audits')
      .set({ status: 'failed', failure: JSON.stringify(auditFailure('cancelled')), ended_at: sql`clock_timestamp()` })
      .where('id', '=', audit.id)
      .where('status', 'in', ['queued', 'in_progress'])
      .returning(['id', 'turn', 'registrable_domain as registrableDomain'])
      .executeTakeFirst();
    if (ended === undefined) return false;
    await giveBackCredits(trx, [audit.id], 'cancelled');
    const heir = await passOn(trx, ended);
    if (heir !== null) await requeue(trx, { ...ended, id: heir });
    return true;
  });
}
