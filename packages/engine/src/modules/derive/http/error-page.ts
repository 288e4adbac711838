import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { type Verdict, causeOfStatus, openAs } from '../../../catalogue/outcome.ts';
import { isServerError } from '../../../evidence/site/document/unread.ts';
import type { Answer } from '../../../evidence/http/answer.ts';

/**
 * Whether the document is an error page, which other software than the site's pages may send: what it lacks, the pages
 * may have. A login and an API error represent their site.
 */
export function isErrorPage({ response, headers, wall }: Pick<Answer, 'response' | 'headers' | 'wall'>): boolean {
  if (wall !== null) return false;
  if (isServerError(response.status)) return true;
  return response.status >= 400 && isMarkup(parseContentType(headers).value);
}

/** Confidence of a finding that something is missing from the document. */
export const sureOfAbsence = (document: Answer): { confidence?: 'potential' } =>
  isErrorPage(document) ? { confidence: 'potential' } : {};

/** A verdict based on an error page only: a failure is potential. */
export function asOfErrorPage(document: Answer, verdict: Verdict): Verdict {
  if (verdict.outcome !== 'fail' || !isErrorPage(document)) return verdict;
  const [first, ...rest] = verdict.drafts;
  const weaken = <D extends { confidence?: unknown }>(draft: D) => ({ ...draft, confidence: 'potential' as const });
  return { ...verdict, drafts: [weaken(first), ...rest.map(weaken)] };
}

/** A verdict on a page; what a server error lacks, the site's real pages may have. */
export function unlessServerFails({ response, wall }: Answer, verdict: Verdict): Verdict {
  const isClean = verdict.outcome === 'pass' || verdict.outcome === 'not-applicable';
  return isClean && wall === null && isServerError(response.status)
    ? openAs(causeOfStatus(response.status), 'status-for-page', { status: response.status })
    : verdict;
}
