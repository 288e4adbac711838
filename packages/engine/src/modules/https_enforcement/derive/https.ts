import type { SiteEvidence } from '../../derive/http/site.ts';
import { type Visit, visitsOf } from '../../derive/http/visits.ts';

/** Whether any own host answered a request over https. */
export const answersHttps = (evidence: SiteEvidence): boolean =>
  visitsOf(evidence, true).some(({ hops }) =>
    hops.some(({ url, isOwn, response }) => isOwn && url.protocol === 'https:' && response !== null),
  );

/** How the https of one host answered its first request. */
export type HttpsState = 'answers' | 'refused' | 'absent' | 'unknown';

/** What the first request of a visit to https says. */
export function httpsStateOf({ hops: [first] }: Visit): HttpsState {
  if (first.response !== null) return 'answers';
  const reason = first.failure?.reason;
  if (reason === 'refused') return 'refused';
  return reason === 'unreachable' && first.exchange.address === null ? 'absent' : 'unknown';
}
