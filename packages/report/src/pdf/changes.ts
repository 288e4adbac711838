import type { Finding } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';

/** A point of a domain's history. */
export interface EarlierScore {
  total: number;
  grade: string;
  completedAt: number;
}

/** The result of the domain's previous audit. */
export interface PreviousAudit extends EarlierScore {
  policyVersion: string;
  findings: readonly Pick<Finding, 'checkId' | 'fingerprint' | 'title' | 'severity'>[];
  /** Ids of the checks that had a result. */
  answered: readonly string[];
  /** Audits before the previous one, oldest first. */
  earlier: readonly EarlierScore[];
}

/** An issue on one side of a comparison, with its number of findings. */
export interface Change {
  checkId: string;
  title: string;
  severity: Finding['severity'];
  places: number;
}

/** The differences between two audits; a missing result on either side is never a change. */
export interface Changes {
  /** Evaluated in both, found only now. */
  fresh: Change[];
  /** Found in both, now at additional places. */
  spread: Change[];
  /** Found now; not tested in the previous audit. */
  firstAsked: Change[];
  /** Evaluated in both, found only then. */
  gone: Change[];
  /** Found then; inconclusive now. */
  unanswered: Change[];
  /** Found in both at the same places. */
  staying: Change[];
}

/** The ids of a report's checks with a result. */
export const answeredChecks = ({ modules }: Pick<Report, 'modules'>): string[] =>
  modules.flatMap(({ checks }) => checks.filter(({ outcome }) => outcome !== 'inconclusive').map(({ id }) => id));

function grouped(findings: readonly Pick<Finding, 'checkId' | 'fingerprint' | 'title' | 'severity'>[]): Change[] {
  const groups = Map.groupBy(findings, ({ checkId }) => checkId);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { checkId, title, severity } = first;
    return [{ checkId, title, severity, places: new Set(group.map(({ fingerprint }) => fingerprint)).size }];
  });
}

/** Compares a report with the previous audit, place by place. */
export function changesSince(report: Report, previous: PreviousAudit): Changes {
  const places = (findings: PreviousAudit['findings']) => new Set(findings.map(({ fingerprint }) => fingerprint));
  const checks = (findings: PreviousAudit['findings']) => new Set(findings.map(({ checkId }) => checkId));
  const [then, now] = [places(previous.findings), places(report.findings)];
  const failedThen = checks(previous.findings);
  const [askedThen, askedNow] = [new Set(previous.answered), new Set(answeredChecks(report))];
  const added = report.findings.filter(({ fingerprint }) => !then.has(fingerprint));
  const lost = previous.findings.filter(({ fingerprint }) => !now.has(fingerprint));
  return {
    fresh: grouped(added.filter(({ checkId }) => askedThen.has(checkId) && !failedThen.has(checkId))),
    spread: grouped(added.filter(({ checkId }) => failedThen.has(checkId))),
    firstAsked: grouped(added.filter(({ checkId }) => !askedThen.has(checkId) && !failedThen.has(checkId))),
    gone: grouped(lost.filter(({ checkId }) => askedNow.has(checkId))),
    unanswered: grouped(lost.filter(({ checkId }) => !askedNow.has(checkId))),
    staying: grouped(report.findings.filter(({ fingerprint }) => then.has(fingerprint))),
  };
}
