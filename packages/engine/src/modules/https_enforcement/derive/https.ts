import { isAddressless, isSecureAnswer } from '../../../evidence/failure-text.ts';
import { type Hop, type Visit, visitsOf } from '../../../evidence/site/visits/visits.ts';
import type { SiteEvidence } from '../../derive/http/site.ts';

/** Whether any own host answered a request over https. */
export const answersHttps = (evidence: SiteEvidence): boolean =>
  visitsOf(evidence, true).some(({ hops }) =>
    hops.some((hop) => hop.isOwn && hop.url.protocol === 'https:' && httpStateOf(hop) === 'answers'),
  );

/** How one host answered a request over http or https. */
export type HttpsState = 'answers' | 'refused' | 'absent' | 'unknown';

/** The result of a request, as a state of its host. */
export function httpStateOf({ response, failure }: Pick<Hop, 'response' | 'failure'>): HttpsState {
  if (response !== null || (failure !== null && isSecureAnswer(failure))) return 'answers';
  if (failure?.reason === 'refused') return 'refused';
  return failure !== null && isAddressless(failure) ? 'absent' : 'unknown';
}

/** The state of a host by the first request of a visit over https. */
export const httpsStateOf = ({ hops: [first] }: Visit): HttpsState => httpStateOf(first);
