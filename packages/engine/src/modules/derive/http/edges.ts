import type { ObservationDraft } from '../../../catalogue/outcome.ts';
import { isMark } from '../../../evidence/http/edge-marks.ts';
import { type EdgeMark, edgeMarks } from '../../../evidence/http/edge-marks.data.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import { locationOf } from './place.ts';
import { quoteLines } from '../../../evidence/http/quote.ts';

/** The first answer with the mark, quoted. */
function observe(mark: EdgeMark, answers: readonly Answer[]): ObservationDraft[] {
  for (const answer of answers) {
    const lines = answer.headers.filter(([name, value]) => isMark(mark, name, value));
    if (lines.length > 0) {
      const description = `${mark.name} is in front of the site: some of the tested headers are configured there.`;
      return [{ location: locationOf(answer), subject: mark.name, description, evidence: quoteLines(answer, lines) }];
    }
  }
  return [];
}

/** CDNs and firewalls that the answers identify, each at the first place it was seen. */
export const observeEdges = (answers: readonly Answer[]): ObservationDraft[] =>
  edgeMarks.flatMap((mark) => observe(mark, answers));
