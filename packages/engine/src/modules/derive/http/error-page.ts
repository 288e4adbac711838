import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { inconclusive, type Verdict } from '../../../catalogue/outcome.ts';
import { isServerError } from '../../../evidence/site/document/unread.ts';
import type { Answer } from '../../../evidence/http/answer.ts';

/**
 * Whether the document of the site is an error page, which other software may have written than its pages: what such a page lacks,
 * they may have. A login and an error of an API stand for their site.
 */
export function isErrorPage({ response, headers, wall }: Pick<Answer, 'response' | 'headers' | 'wall'>): boolean {
  if (wall !== null) return false;
  if (isServerError(response.status)) return true;
  return response.status >= 400 && isMarkup(parseContentType(headers).value);
}

/** How sure a finding is that rests on what the document lacks. */
export const sureOfAbsence = (document: Answer): { confidence?: 'potential' } =>
  isErrorPage(document) ? { confidence: 'potential' } : {};

/** A verdict on what only an error page has shown: a failure is potential. */
export function asOfErrorPage(document: Answer, verdict: Verdict): Verdict {
  if (verdict.outcome !== 'fail' || !isErrorPage(document)) return verdict;
  const [first, ...rest] = verdict.drafts;
  const weaken = <D extends { confidence?: unknown }>(draft: D) => ({ ...draft, confidence: 'potential' as const });
  return { ...verdict, drafts: [weaken(first), ...rest.map(weaken)] };
}

/** A verdict on a page: that the page of a server that fails has nothing says nothing of the pages that it does not show. */
export function unlessServerFails({ response, wall }: Answer, verdict: Verdict): Verdict {
  const isClean = verdict.outcome === 'pass' || verdict.outcome === 'not-applicable';
  return isClean && wall === null && isServerError(response.status)
    ? inconclusive(`The server answered with status ${response.status}, not with a page`)
    : verdict;
}
