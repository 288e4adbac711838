import { policyMajor } from '@perimeter/contract/score';
import type { AuditSummary } from '@perimeter/contract/audit';
import type { Report } from '@perimeter/contract/report';
import { counted } from '@perimeter/report/words';
import type { Compared } from '../../gate.ts';

/**
 * The score of the newest earlier audit that is comparable with a report: same mode, authority and major policy
 * version.
 */
function comparable(audits: readonly AuditSummary[], report: Report): number | null {
  const found = audits.find(
    ({ id, domain, scanMode, authority, policyVersion, score, startedAt }) =>
      id !== report.id &&
      startedAt <= report.startedAt &&
      domain === report.domain &&
      scanMode === report.scanMode &&
      authority === (report.authority === true) &&
      policyMajor(policyVersion) === policyMajor(report.score.policyVersion) &&
      score !== null,
  );
  return found?.score ?? null;
}

/** The result of --max-drop for a report and the service's earlier audits. */
export function dropSince(audits: readonly AuditSummary[], report: Report, maxDrop: number): Compared {
  const before = comparable(audits, report);
  if (before === null) return { reasons: [], notes: ['the service has no earlier audit to compare the score with'] };
  const drop = before - report.score.total;
  const told = `score ${report.score.total} is ${counted(drop, 'point')} below the audit before`;
  return { reasons: drop > maxDrop ? [told] : [], notes: [] };
}
