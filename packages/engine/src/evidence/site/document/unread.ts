import type { SomeEvidence } from '../../evidence.ts';
import { unreadFacts } from '../../http/answer.ts';
import { documentOfSite } from './of-site.ts';

/** A server that fails shows none of its pages. */
export const isServerError = (status: number): boolean => status >= 500 && status <= 599;

/** Why the document that stands for the site was not read whole, so that what was not found in it may be there all the same; null where it was. */
export function unreadDocument(evidence: SomeEvidence): string | null {
  const document = documentOfSite(evidence);
  if (document === null) return null;
  const { facts, isMarkup, answer } = document;
  const { response, unread } = answer;
  const { url } = answer.exchange;
  if (isServerError(response.status)) return `${url} answered with status ${response.status}, not with a page`;
  if (!isMarkup) return null;
  if (unread !== null) return `${url}: ${unread.reason}`;
  const left = facts === null ? null : unreadFacts(facts);
  if (left !== null) return `${url}: ${left.reason}`;
  return facts === null && response.body.decodedBytes > 0 ? `${url}: The content was not read` : null;
}
