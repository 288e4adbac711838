import {
  notApplicable,
  type Plain,
  type Verdict,
  openBy,
  openAs,
  causeOfStatus,
  responseBy,
} from '../../../catalogue/outcome.ts';
import type { BehaviourEvidence } from '../../../evidence/behaviour/schema.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import { isServerError } from '../../../evidence/site/document/unread.ts';
import { responseText } from '../../../evidence/failure-text.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import type { HttpExchange, HttpResponse } from '../../../evidence/http/schema.ts';
import { wallOf } from '../../../evidence/http/wall.ts';
import { locationOf } from '../http/place.ts';
import { siteOf, type SiteEvidence } from '../http/site.ts';
import { onePlace, type Subject } from '../../../catalogue/check-of.ts';

/** Evidence that checks of unusual requests read. */
export type BehaviourSiteEvidence = SiteEvidence & Pick<EvidenceByKind, 'behaviour'>;

/** The document, and the responses to unusual requests. */
export interface Behaviour {
  document: Answer;
  behaviour: BehaviourEvidence;
  evidence: BehaviourSiteEvidence;
}

const notAskedReasons: Readonly<Record<NonNullable<BehaviourEvidence['notAsked']>, Plain>> = {
  'no-document': openBy('no-document-seen'),
  'not-own': notApplicable('The document is on a host of another domain'),
  walled: openBy('other-than-the-site'),
  robots: openBy('barred-by-robots'),
};

/** How the site responds to requests other than a visitor's plain GET. */
export const siteBehaviour: Subject<keyof BehaviourSiteEvidence, Behaviour> = {
  needs: ['behaviour', 'endpoints', 'http', 'target'],
  select: (evidence) => {
    const site = siteOf(evidence);
    if (site.state === 'unseen' || site.state === 'walled') return site.outcome;
    if (site.state === 'redirect-only') return notApplicable(`Every response redirects to ${site.destination}`);
    const { behaviour } = evidence;
    const { document } = site;
    return behaviour.notAsked === null
      ? onePlace({ document, behaviour, evidence }, locationOf(document))
      : notAskedReasons[behaviour.notAsked];
  },
};

/** The exchange of one test request. */
export const questionOf = ({ behaviour }: Behaviour, asked: { exchange: string } | null): HttpExchange | null =>
  behaviour.exchanges.find(({ id }) => id === asked?.exchange) ?? null;

/** RFC 9110 section 15.6.2: the server does not implement the method, so it had no effect. */
const notImplemented = 501;
/** RFC 9110 section 15.5.9 and RFC 8470 section 5.2: the same request may be answered later. */
const later: ReadonlySet<number> = new Set([408, 425]);

/** Why a response shows nothing about the site: a server error, a rate limit or a browser test; null where it does. */
export function silenceOf(response: HttpResponse): string | null {
  const { status } = response;
  const kind = wallOf(response)?.kind;
  const fails = later.has(status) || (isServerError(status) && status !== notImplemented);
  return fails || kind === 'challenge' || kind === 'rate-limited' ? `was answered with status ${status}` : null;
}

/** Judges the response to one test request; without one, the result is open. What a response contains counts at any status; what it lacks does not. */
export function judgeAnswer(
  exchange: HttpExchange | null,
  judge: (response: HttpResponse, exchange: HttpExchange) => Verdict,
): Verdict {
  if (exchange === null) return openBy('request-not-sent');
  if (!exchange.result.ok)
    return openAs(responseBy(exchange.result.failure), 'question-unanswered', {
      method: exchange.method,
      url: exchange.url,
      answer: responseText(exchange.result.failure),
    });
  const { response } = exchange.result;
  const verdict = judge(response, exchange);
  const silence = silenceOf(response);
  return silence !== null && (verdict.outcome === 'pass' || verdict.outcome === 'not-applicable')
    ? openAs(causeOfStatus(response.status), 'answer-says-nothing', {
        method: exchange.method,
        url: exchange.url,
        what: silence,
      })
    : verdict;
}

/** The request and the head of its answer, as sent and received. */
export const quoteQuestion = ({ requestHead, result }: HttpExchange): string[] => [
  requestHead.trim().slice(0, 2_000),
  '',
  ...(result.ok ? [result.response.rawHead.trim().slice(0, 4_000)] : []),
];

/** The location of the document, with the requested URL without its query. */
export const testedPlace = ({ document, behaviour }: Behaviour) => ({
  ...locationOf(document),
  url: behaviour.url ?? document.url.href,
});
