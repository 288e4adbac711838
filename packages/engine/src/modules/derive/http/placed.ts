import type { Judged } from '../../../catalogue/combine.ts';
import { type Location, proof, type Verdict } from '../../../catalogue/outcome.ts';
import { curlLine } from '../../../catalogue/reproduce-http.ts';
import { cutLong } from './quote.ts';

/** Where a verdict belongs: label and subject name it where there may be several. */
interface Place {
  location: Location;
  label: string;
  subject?: string;
}

/** Gives a verdict its place, and each proof the command that shows the head of the response there. */
export function placedAt(verdict: Verdict, place: Place): Judged {
  if (verdict.outcome !== 'fail' && verdict.outcome !== 'informational') return { ...verdict, ...place };
  const finish = <D extends { description: string; evidence: string }>(draft: D): D => ({
    ...draft,
    description: cutLong(draft.description),
    evidence: draft.evidence.includes('Reproduce: ') ? draft.evidence : proof(draft.evidence, curlLine(place.location)),
  });
  if (verdict.outcome === 'fail') {
    const [first, ...rest] = verdict.drafts;
    return { ...verdict, drafts: [finish(first), ...rest.map(finish)], ...place };
  }
  const [first, ...rest] = verdict.drafts;
  return { ...verdict, drafts: [finish(first), ...rest.map(finish)], ...place };
}
