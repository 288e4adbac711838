import type { AuditStarted } from '@perimeter/contract/audit';
import { principalKey, type Principal } from '../../../credentials/principal.ts';
import { toAuditId } from '../../../audits/audit-id.ts';
import type { AuditRow, DbTransaction } from '../../../repositories/schema/schema.ts';
import { rememberAnswer } from '../../../repositories/limits/idempotency.ts';
import { bodyHash } from './idempotency-key.ts';
import { requireConfirmed } from '../../../accounts/caller.ts';
import { answeredBefore } from './admit.ts';
import { startNew, type StartParts, type StartRequest } from './start-new.ts';

const toStarted = (row: AuditRow): AuditStarted => ({
  id: toAuditId(row.id),
  domain: row.domain,
  status: 'queued',
  startedAt: row.started_at.getTime(),
  phasesTotal: row.phases_total,
});

/** The answer to a start; replayed where an earlier request with its key got it. */
export interface Accepted {
  started: AuditStarted;
  replayed: boolean;
}

/**
 * Accepts a start: the audit, its credit, its job, what its key answers from now on and what else is kept of it are one transaction, and
 * nothing is answered before it is durable. Throws an AppError where the start is refused; then nothing of it is kept.
 */
export async function acceptStart(
  options: StartParts,
  principal: Principal,
  request: StartRequest,
  keep: (trx: DbTransaction, id: string) => Promise<void> = async () => undefined,
): Promise<Accepted> {
  requireConfirmed(principal);
  // What is left out counts as false, so that a retry is known whatever the account has set meanwhile.
  const { scanMode, authority } = request;
  const asked = { domain: request.domain.ascii, scanMode, private: request.private ?? false, authority };
  const { idempotencyKey: key } = request;
  const keyed = key === null ? null : { owner: principalKey(principal), key, bodyHash: bodyHash(asked) };
  const addresses = await options.addressesOf(asked.domain);
  return options.db.transaction().execute(async (trx) => {
    const before = keyed === null ? null : await answeredBefore(trx, keyed);
    if (before !== null) return { started: before, replayed: true };
    const row = await startNew(trx, options, principal, { ...request, addresses });
    const started = toStarted(row);
    if (keyed !== null) await rememberAnswer(trx, keyed, row.id, started);
    await keep(trx, started.id);
    return { started, replayed: false };
  });
}
