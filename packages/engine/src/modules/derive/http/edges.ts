import { parseSetCookie } from '@perimeter/protocols/http/headers/set-cookie';
import type { ObservationDraft } from '../../../catalogue/outcome.ts';
import { type EdgeMark, edgeMarks } from './edges.data.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import { locationOf } from './place.ts';
import { quoteLines } from './quote.ts';

function isMark({ headers, cookies = [] }: EdgeMark, name: string, value: string): boolean {
  const key = name.toLowerCase();
  if (headers.some((mark) => mark.name === key && (mark.value === undefined || mark.value.test(value)))) return true;
  if (key !== 'set-cookie') return false;
  const cookie = parseSetCookie(value).value?.name.toLowerCase();
  return cookie !== undefined && cookies.some((start) => cookie.startsWith(start));
}

/** The first answer that carries the mark, quoted. */
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

/** Which CDNs and firewalls show themselves in the answers, each at the first place it was seen. */
export const observeEdges = (answers: readonly Answer[]): ObservationDraft[] =>
  edgeMarks.flatMap((mark) => observe(mark, answers));
