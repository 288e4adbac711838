import type { AuditSummary } from '@perimeter/contract/audit';
import { toAuditId } from '../audits/audit-id.ts';
import { severitiesOf } from '../repositories/audits/report-facts.ts';
import type { AuditRow } from '../repositories/schema/schema.ts';
import { toFailure } from './failure.ts';

/** An audit in a list. */
export const toSummary = (audit: AuditRow): AuditSummary => ({
  id: toAuditId(audit.id),
  domain: audit.domain,
  scanMode: audit.scan_mode,
  status: audit.status,
  private: audit.is_private,
  authority: audit.authority_at !== null,
  authorityProof: audit.authority_proof,
  startedAt: audit.started_at.getTime(),
  endedAt: audit.ended_at?.getTime() ?? null,
  percentComplete: audit.percent,
  checksExecuted: audit.checks_executed,
  findingsCount: audit.findings_count,
  // Empty if the report of an earlier version has none.
  policyVersion: audit.policy_version || null,
  severities: severitiesOf(audit.severities),
  issues: severitiesOf(audit.issues),
  score: audit.score,
  uncapped: audit.uncapped,
  grade: audit.grade,
  gradeStatus: audit.grade_status,
  reportAvailable: audit.status === 'completed' && audit.purged_at === null,
  ...(audit.failure === null ? {} : { failure: toFailure(audit.failure) }),
});
