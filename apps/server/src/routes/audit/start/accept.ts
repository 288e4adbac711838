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

/** The answer to a start; replayed for a repeated idempotency key. */
export interface Accepted {
  started: AuditStarted;
  replayed: boolean;
}

/**
 * Accepts a start: the audit, its credit, its job, its idempotency key and its log line are one transaction, and the
 * answer is sent after the commit. Throws an AppError if the start is refused; nothing is stored then.
 */
export async function acceptStart(
  options: StartParts,
  principal: Principal,
  request: StartRequest,
  keep: (trx: DbTransaction, id: string) => Promise<void> = async () => undefined,
): Promise<Accepted> {
  requireConfirmed(principal);
  // Hash an omitted value as false, so that a retry matches even if the account's default has changed.
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
