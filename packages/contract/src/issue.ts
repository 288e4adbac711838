import { type Finding, type Severity, severity } from './finding.ts';
import { counted } from './text/counted.ts';
import { compareText } from './text/order.ts';

/** A failed check with its findings, most severe first. */
export type Issue<T = Finding> = readonly [T, ...T[]];

/** The issues among findings, most severe first, then by check: the findings of one check are one issue. */
export function issuesOf<T extends Pick<Finding, 'checkId' | 'cvss'>>(findings: readonly T[]): Issue<T>[] {
  const issues = new Map<string, [T, ...T[]]>();
  const sorted = findings.toSorted((a, b) => b.cvss - a.cvss || compareText(a.checkId, b.checkId));
  for (const finding of sorted) {
    const known = issues.get(finding.checkId);
    if (known === undefined) issues.set(finding.checkId, [finding]);
    else known.push(finding);
  }
  return [...issues.values()];
}

/** How many issues and findings a report has. */
export interface Tally {
  issues: number;
  findings: number;
  /** Issues by the severity of their most severe finding. */
  bySeverity: Readonly<Record<Severity, number>>;
}

/** Counts issues and findings, for every output format. */
export function tallyOf(findings: readonly Pick<Finding, 'checkId' | 'cvss' | 'severity'>[]): Tally {
  const issues = issuesOf(findings);
  const count = (name: Severity): number => issues.filter(([worst]) => worst.severity === name).length;
  return {
    issues: issues.length,
    findings: findings.length,
    bySeverity: { critical: count('critical'), high: count('high'), medium: count('medium'), low: count('low') },
  };
}

/** A tally in words: "18 issues, 20 findings". */
export const tallyText = ({ issues, findings }: Tally): string =>
  issues === 0 ? 'no issues' : `${counted(issues, 'issue')}, ${counted(findings, 'finding')}`;

/** The severities that a tally has issues of, with their numbers: "2 high", "1 low". */
export const severityTexts = ({ bySeverity }: Tally, of: readonly Severity[] = severity.options): string[] =>
  of.filter((name) => bySeverity[name] > 0).map((name) => `${bySeverity[name]} ${name}`);
