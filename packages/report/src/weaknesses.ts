import type { Finding } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';

/** A check that failed: its findings, one for each place. */
export type Weakness = readonly [Finding, ...Finding[]];

/** The weaknesses of a report, gravest first. */
export function weaknessesOf({ findings }: Pick<Report, 'findings'>): Weakness[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings.toSorted((a, b) => b.cvss - a.cvss)) {
    const key = `${finding.checkId} ${finding.cvss}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [finding]);
    else known.push(finding);
  }
  return [...groups.values()];
}

/** How a weakness is called throughout its document, by its place in the order. */
export const referenceOf = (index: number): string => `P-${String(index + 1).padStart(3, '0')}`;
