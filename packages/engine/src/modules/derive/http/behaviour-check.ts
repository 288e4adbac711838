import { type Check, type CheckDefinition, defineCheck } from '../../../catalogue/check.ts';
import { combine } from '../../../catalogue/combine.ts';
import { inconclusive, notApplicable, type Outcome, type Verdict } from '../../../catalogue/outcome.ts';
import type { BehaviourEvidence } from '../../../evidence/behaviour/schema.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import { responseText } from '../../../evidence/failure-text.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import type { HttpExchange, HttpResponse } from '../../../evidence/http/schema.ts';
import { locationOf } from './place.ts';
import { type SiteEvidence, siteOf } from './site.ts';

/** What checks of unusual requests look at. */
export type BehaviourSiteEvidence = SiteEvidence & Pick<EvidenceByKind, 'behaviour'>;

/** The document, and what the site answered to other requests. */
export interface Behaviour {
  document: Answer;
  behaviour: BehaviourEvidence;
  evidence: BehaviourSiteEvidence;
}

type Facts = Omit<CheckDefinition<keyof BehaviourSiteEvidence>, 'needs' | 'evaluate'>;

const notAskedReasons: Readonly<Record<NonNullable<BehaviourEvidence['notAsked']>, Outcome>> = {
  'no-document': inconclusive('The site showed no document, so no further request was sent'),
  'not-own': notApplicable('The document is on a host of another domain'),
  walled: inconclusive('Something other than the site answered, so no further request was sent'),
  robots: inconclusive('robots_txt: robots.txt of the site bars this audit'),
};

function selected(evidence: BehaviourSiteEvidence): Behaviour | Outcome {
  const site = siteOf(evidence);
  if (site.state === 'unseen' || site.state === 'walled') return site.outcome;
  if (site.state === 'redirect-only') return notApplicable(`Every response redirects to ${site.destination}`);
  const { notAsked } = evidence.behaviour;
  return notAsked === null
    ? { document: site.document, behaviour: evidence.behaviour, evidence }
    : notAskedReasons[notAsked];
}

/** Declares a check of what the site answers to requests that are no plain GET of a visitor. */
export const behaviourCheck = ({ judge, ...facts }: Facts & { judge: (behaviour: Behaviour) => Verdict }): Check =>
  defineCheck({
    ...facts,
    needs: ['behaviour', 'endpoints', 'http', 'target'],
    evaluate: (evidence) => {
      const found = selected(evidence);
      if ('outcome' in found) return found;
      return combine(facts.finding, [{ ...judge(found), location: locationOf(found.document) }]);
    },
  });

/** The exchange of one question. */
export const questionOf = ({ behaviour }: Behaviour, asked: { exchange: string } | null): HttpExchange | null =>
  behaviour.exchanges.find(({ id }) => id === asked?.exchange) ?? null;

/**
 * Whether an answer tells of limits or of a broken way to the server, and nothing of the site (RFC 6585 section 4, RFC 9110 sections
 * 15.6.3 to 15.6.5, and 520 to 530 of Cloudflare). 500 is an answer: applications refuse origins with it.
 */
export const isNoAnswer = (status: number): boolean =>
  status === 429 || (status >= 502 && status <= 504) || (status >= 520 && status <= 530);

/** Judges the answer to one question; without one, nothing is known. */
export function judgeAnswer(
  exchange: HttpExchange | null,
  judge: (response: HttpResponse, exchange: HttpExchange) => Verdict,
): Verdict {
  if (exchange === null) return inconclusive('This request was not sent');
  if (!exchange.result.ok)
    return inconclusive(`${exchange.method} ${exchange.url}: the server ${responseText(exchange.result.failure)}`);
  const { response } = exchange.result;
  return isNoAnswer(response.status)
    ? inconclusive(`${exchange.method} ${exchange.url} was answered with status ${response.status}`)
    : judge(response, exchange);
}

/** The request and the head of its answer, as sent and received. */
export const quoteQuestion = ({ requestHead, result }: HttpExchange): string[] => [
  requestHead.trim().slice(0, 2_000),
  '',
  ...(result.ok ? [result.response.rawHead.trim().slice(0, 4_000)] : []),
];
