import type { Finding } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';

/** One point of a domain's history. */
export interface EarlierScore {
  total: number;
  grade: string;
  completedAt: number;
}

/** What the same domain's audit before this one came to. */
export interface PreviousAudit extends EarlierScore {
  policyVersion: string;
  findings: readonly Pick<Finding, 'checkId' | 'fingerprint' | 'title' | 'severity'>[];
  /** Ids of the checks that were answered, whatever the answer. */
  answered: readonly string[];
  /** Audits before that one, oldest first. */
  earlier: readonly EarlierScore[];
}

/** An issue on one side of a comparison, and the number of its findings. */
export interface Change {
  checkId: string;
  title: string;
  severity: Finding['severity'];
  places: number;
}

/** What differs between two audits; a silence on either side is never a change. */
export interface Changes {
  /** Evaluated in both, found only now. */
  fresh: Change[];
  /** Seen in both, now at places where it was not seen then. */
  spread: Change[];
  /** Seen now; the audit before did not ask. */
  firstAsked: Change[];
  /** Evaluated in both, found only then. */
  gone: Change[];
  /** Seen then, and not answered now. */
  unanswered: Change[];
  /** Seen in both at the same places. */
  staying: Change[];
}

/** The ids of the checks of a report that have an answer. */
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

/** Compares a report with the audit before it, place by place. */
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
