import {
  inconclusive,
  notApplicable,
  type Plain,
  type Why,
  openBy,
  openAs,
  whyBy,
  whyAs,
} from '../../../catalogue/outcome.ts';
import { hostsWith } from '../../../evidence/endpoints/roles.ts';
import { deadEnds } from '../../../evidence/http/dead-ends.ts';
import { type Wall, wallCause, wallValues } from '../../../evidence/http/wall.ts';
import { type Answer, exchangesOfSite } from '../../../evidence/http/answer.ts';
import { failureText, isAnswered } from '../../../evidence/failure-text.ts';
import { isHttp2Only, siteReading, type SiteReading } from '../../../evidence/site/reading.ts';
import type { SiteEvidence } from '../../../evidence/site/site-evidence.ts';

export type { SiteEvidence };

/** What answered at the target, and the outcome of document checks where it is no document. */
export type Site =
  | { state: 'answered'; document: Answer; answers: readonly Answer[] }
  | { state: 'walled'; kind: Wall['kind']; answers: readonly Answer[]; outcome: Plain; why: Why }
  | { state: 'redirect-only'; destination: string; answers: readonly Answer[] }
  | { state: 'unseen'; outcome: Plain };

/** Why nothing answered: a closed port or a missing address is a fact about the target; silence is unknown. */
function unanswered({ endpoints, http }: SiteEvidence): Plain {
  if (hostsWith(endpoints, 'web').every(({ status }) => status === 'nxdomain' || status === 'no-address')) {
    return notApplicable('The target has no address for HTTP');
  }
  const failures = exchangesOfSite(http).flatMap(({ result }) => (result.ok ? [] : [result.failure]));
  const isClosed = failures.every(({ reason }) => reason === 'refused' || reason === 'unreachable');
  if (isClosed && failures.some(({ reason }) => reason === 'refused')) {
    return notApplicable('No HTTP service: every connection was refused');
  }
  if (isHttp2Only(http)) return openBy('http2-only-site');
  const reasons = [...new Set(failures.map(failureText))];
  return failures.length === 0
    ? openBy('no-request-made')
    : openAs(failures, failures.some(isAnswered) ? 'no-response-readable' : 'no-response', {
        failures: reasons.slice(0, 3).join('; '),
      });
}

/** The outcome of document checks behind a wall: a server that demands a client certificate has given its answer. */
function walledBy({ kind, by }: Extract<SiteReading, { state: 'walled' }>): { outcome: Plain; why: Why } {
  const what =
    'demandedAt' in by
      ? whyBy('site-wants-certificate', { place: by.demandedAt })
      : whyAs(
          wallCause(by.wall, by.answer.response.status),
          'walled-at',
          wallValues(by.answer.exchange.url, by.answer.response, by.wall),
        );
  const why = whyAs(what, 'no-document-served', { reason: what.reason });
  return { outcome: kind === 'client-certificate' ? notApplicable(why.reason) : inconclusive(why), why };
}

/** What answered at the target, and the outcome of document checks where it is no document. */
export function siteOf(evidence: SiteEvidence): Site {
  const site = siteReading(evidence);
  switch (site.state) {
    case 'answered':
    case 'redirect-only':
      return site;
    case 'walled':
      return { state: 'walled', kind: site.kind, answers: site.answers, ...walledBy(site) };
    case 'unanswered':
      return { state: 'unseen', outcome: unanswered(evidence) };
    case 'dead-ends': {
      const ends = deadEnds(evidence.http);
      return {
        state: 'unseen',
        outcome: openAs(ends, 'redirects-to-nothing', { reason: ends.reason }),
      };
    }
  }
}
