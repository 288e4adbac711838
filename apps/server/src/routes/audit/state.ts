import type { AuditState } from '@perimeter/contract/audit';
import { toAuditId } from '../../audits/audit-id.ts';
import type { AuditWithElapsed } from '../../repositories/audits/audits.ts';
import { toFailure } from '../../shown/failure.ts';

/** An audit in the status answer. */
export function toState(audit: AuditWithElapsed): AuditState {
  return {
    id: toAuditId(audit.id),
    domain: audit.domain,
    status: audit.status,
    currentPhase: audit.current_phase,
    percentComplete: audit.percent,
    elapsedMs: Math.max(0, audit.elapsed_ms),
    phasesCompleted: audit.phases_completed,
    phasesTotal: audit.phases_total,
    summary: { checksExecuted: audit.checks_executed, findingsCount: audit.findings_count },
    ...(audit.failure === null ? {} : { failure: toFailure(audit.failure) }),
  };
}
