import type { Report } from '@perimeter/contract/report';
import { type Accepted, acceptedText } from '@perimeter/contract/waiver/apply';
import type { AcceptedRisk } from '@perimeter/contract/waiver/waiver';
import { counted } from './words.ts';

export type { Accepted };

/** The waiver of a finding as text; null if its risk is not accepted. */
export function acceptedOf(accepted: Accepted | undefined, { fingerprint }: { fingerprint: string }): string | null {
  const waiver = accepted?.waived.get(fingerprint);
  return waiver === undefined ? null : acceptedText(waiver);
}

/** How much of an issue is accepted, as text: all or a number of findings; null if nothing is. */
export function acceptedPart(accepted: Accepted | undefined, issue: readonly { fingerprint: string }[]): string | null {
  const texts = issue.flatMap((finding) => acceptedOf(accepted, finding) ?? []);
  const [first] = texts;
  if (first === undefined) return null;
  return texts.length === issue.length ? first : `${texts.length} of ${counted(issue.length, 'finding')} ${first}`;
}

/** The accepted findings of a report, each with its entry. */
export const acceptedFindings = (
  accepted: Accepted | undefined,
  { findings }: Pick<Report, 'findings'>,
): { finding: Report['findings'][number]; risk: AcceptedRisk }[] =>
  findings.flatMap((finding) => {
    const risk = accepted?.waived.get(finding.fingerprint);
    return risk === undefined ? [] : [{ finding, risk }];
  });

/**
 * The number of accepted findings and the score with them, as a sentence without a full stop; null if none is accepted.
 */
export function acceptedSum(accepted: Accepted | undefined, { findings }: Report): string | null {
  const count = findings.filter(({ fingerprint }) => accepted?.waived.has(fingerprint) === true).length;
  if (accepted === undefined || count === 0) return null;
  const { score } = accepted;
  const told = score === null ? '' : `; score with accepted risks ${score.total}, grade ${score.grade}`;
  return `${counted(count, 'finding')} accepted${told}`;
}
