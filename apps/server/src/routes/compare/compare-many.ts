import { type ManyCompared, mostCompared, type SharedIssue } from '@perimeter/contract/compare';
import { severity } from '@perimeter/contract/finding';
import type { Principal } from '../../credentials/principal.ts';
import { latestReport } from '../../repositories/audits/compared.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { auditableDomain, domainMistake } from '../auditable-domain.ts';
import { toTarget } from './compare.ts';
import { comparedReport, type ComparedReport } from './compared-report.ts';

const mostIssues = 60;

interface Seen {
  report: ComparedReport;
  isOwn: boolean;
}
type Found = { seen: Seen } | { left: ManyCompared['left'][number] };

async function find(db: Db, typed: string, accountId: string | null): Promise<Found> {
  const mistake = domainMistake(typed, '/domain');
  if (mistake !== null) return { left: { domain: typed, reason: mistake.message } };
  const { ascii: domain } = auditableDomain(typed, '/domain');
  const latest = await latestReport(db, domain, accountId);
  if (latest === undefined) return { left: { domain, reason: 'No completed audit of it is available to you' } };
  return { seen: { report: comparedReport.parse(JSON.parse(latest.body.toString())), isOwn: latest.isOwn } };
}

/** The failed checks with their domains. Failures in audits of other accounts are not shown. */
export function sharedIssues(
  all: readonly { report: Pick<ComparedReport, 'findings'>; isOwn: boolean }[],
): SharedIssue[] {
  const rank = (name: SharedIssue['severity']): number => severity.options.indexOf(name);
  const issues = new Map<string, Omit<SharedIssue, 'counts'>>();
  for (const { report, isOwn } of all) {
    for (const { checkId, title, severity: found } of isOwn ? report.findings : []) {
      const known = issues.get(checkId);
      if (known === undefined) issues.set(checkId, { checkId, title, severity: found });
      else if (rank(found) < rank(known.severity)) issues.set(checkId, { ...known, severity: found });
    }
  }
  const counted = [...issues.values()].map((issue): SharedIssue => ({
    ...issue,
    counts: all.map(({ report, isOwn }) =>
      isOwn ? report.findings.filter(({ checkId }) => checkId === issue.checkId).length : null,
    ),
  }));
  const domains = ({ counts }: SharedIssue): number => counts.filter((count) => count !== null && count > 0).length;
  return counted.toSorted(
    (a, b) => rank(a.severity) - rank(b.severity) || domains(b) - domains(a) || (a.checkId < b.checkId ? -1 : 1),
  );
}

/** Compares the latest audits of several domains that the caller may see. */
export async function compareMany(db: Db, typed: readonly string[], principal: Principal): Promise<ManyCompared> {
  const accountId = principal.kind === 'account' ? principal.accountId : null;
  const found = await Promise.all(typed.slice(0, mostCompared).map(async (name) => find(db, name, accountId)));
  const byDomain = new Map(
    found.flatMap((one) => ('seen' in one ? [[one.seen.report.domain, one.seen] as const] : [])),
  );
  const all = [...byDomain.values()]
    .map((seen) => ({ ...seen, target: toTarget(seen.report) }))
    .toSorted((a, b) => b.target.score - a.target.score || b.target.uncapped - a.target.uncapped);
  const issues = sharedIssues(all);
  const tooMany = typed.slice(mostCompared).map((domain) => ({
    domain,
    reason: `At most ${mostCompared} domains are compared at once`,
  }));
  return {
    targets: all.map(({ target }) => target),
    left: [...found.flatMap((one) => ('left' in one ? [one.left] : [])), ...tooMany],
    issues: issues.slice(0, mostIssues),
    issuesLeft: Math.max(0, issues.length - mostIssues),
  };
}
