import type { Principal } from '../../credentials/principal.ts';
import { AppError } from '../../http/errors.ts';
import type { AuditWithElapsed, SealedReport } from '../../repositories/audits/audits.ts';
import { findReport } from '../../repositories/audits/reports.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { requireAudit, storedId } from './find.ts';
import { retryAfterSeconds } from './options.ts';

/** Throws if an audit has no report, yet or permanently. */
function refuseUnfinished({ status, failure }: AuditWithElapsed): void {
  if (status === 'completed') return;
  if (status === 'failed') {
    throw new AppError('audit_failed', {
      auditStatus: status,
      ...(failure === null ? {} : { detail: failure.message }),
    });
  }
  const headers = { 'retry-after': String(retryAfterSeconds) };
  throw new AppError('audit_not_completed', { auditStatus: status, headers });
}

/**
 * The completed audit of an id in a path, if the caller may read it. Throws if it has no report, yet or permanently.
 */
export async function requireCompleted(db: Db, id: string, principal: Principal): Promise<AuditWithElapsed> {
  const audit = await requireAudit(db, storedId(id), principal);
  refuseUnfinished(audit);
  return audit;
}

/** The audit of an id in a path and its stored report, if the caller may read them. Throws if there is none. */
export async function requireReport(
  db: Db,
  id: string,
  principal: Principal,
): Promise<{ audit: AuditWithElapsed; stored: SealedReport }> {
  const audit = await requireCompleted(db, id, principal);
  const stored = await findReport(db, audit.id);
  if (stored === undefined) throw new AppError('report_expired', { auditStatus: audit.status });
  return { audit, stored };
}
