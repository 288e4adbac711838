import { parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { inconclusive, notApplicable, type Outcome } from '../../../catalogue/outcome.ts';
import { type Answer, isRedirect } from './answer.ts';
import { shorten } from './quote.ts';
import { type SiteEvidence, type Site, siteOf } from './site.ts';

const walledReason = (wall: string): string => `A challenge page answered instead of the site: ${wall}`;
const elsewhere = (destination: string): string =>
  `Every answer redirects away, to ${destination}: a host that shows no content of its own is judged on HSTS and Referrer-Policy alone`;

/** A reason may repeat what a target sent. */
const bounded = (outcome: Outcome): Outcome => ({ ...outcome, reason: shorten(outcome.reason) });

/**
 * Asks about the document that stands for the site, whatever its status: an error page is framed and sniffed like any
 * other. A challenge page is not the site's, so nothing follows from its headers.
 */
export function judgeDocument(evidence: SiteEvidence, judge: (document: Answer) => Outcome): Outcome {
  const site = siteOf(evidence);
  switch (site.state) {
    case 'answered':
      return bounded(judge(site.document));
    case 'walled':
      return inconclusive(walledReason(site.wall));
    case 'redirect-only':
      return notApplicable(elsewhere(site.destination));
    case 'unseen':
      return site.outcome;
  }
}

/** As judgeDocument, but a login request (401) is judged though it walls the site off: it is itself the thing to judge. */
export function judgeDocumentOr401(evidence: SiteEvidence, judge: (document: Answer) => Outcome): Outcome {
  const site = siteOf(evidence);
  const isLogin = site.state === 'walled' && site.document?.response.status === 401;
  return isLogin && site.document !== null ? bounded(judge(site.document)) : judgeDocument(evidence, judge);
}

/**
 * Whether a browser shows the answer as a document that can hold scripts and controls: HTML and XML (SVG is XML), or no
 * readable type at all, which leaves the choice to sniffing.
 */
function isRendered({ headers }: Answer): boolean {
  const essence = parseContentType(headers).value?.essence;
  return essence === undefined || essence === 'text/html' || /^(?:text|application)\/xml$|\+xml$/.test(essence);
}

const renderedOnly = ({ headers }: Answer): string =>
  `The answer is ${parseContentType(headers).value?.essence ?? 'of no known type'}, no document that a browser renders`;

/** As judgeDocument, for headers that mean something on a rendered document only. */
export const judgeRendered = (evidence: SiteEvidence, judge: (document: Answer) => Outcome): Outcome =>
  judgeDocument(evidence, (document) =>
    isRendered(document) ? judge(document) : notApplicable(renderedOnly(document)),
  );

/** What a wall or a gap in the evidence leaves of an answer: what was seen stays seen, what was not is unknown. */
const unlessPassed = (outcome: Outcome, reason: string): Outcome =>
  outcome.outcome === 'pass' || outcome.outcome === 'not-applicable' ? inconclusive(reason) : outcome;

/**
 * Asks about every answer of the target's own hosts, redirects included, the document first. Behind a wall a leak is a
 * leak, since whatever answers under the target's name speaks for it; but a clean wall does not clear the site behind.
 */
export function judgeAnswers(evidence: SiteEvidence, judge: (answers: readonly Answer[]) => Outcome): Outcome {
  const site = siteOf(evidence);
  switch (site.state) {
    case 'answered':
      return bounded(judge(site.answers));
    case 'walled':
      return unlessPassed(bounded(judge(site.answers)), walledReason(site.wall));
    case 'redirect-only':
      return notApplicable(elsewhere(site.destination));
    case 'unseen':
      return site.outcome;
  }
}

/** The answers a Referrer-Policy has an effect on: rendered documents, and redirects, whose policy the next request takes on. */
const referring = (site: Exclude<Site, { state: 'unseen' }>): Answer[] =>
  site.answers.filter((answer) => isRedirect(answer) || (site.state === 'answered' && isRendered(answer)));

/** Asks about the answers that a Referrer-Policy has an effect on, on pure redirect hosts too. */
export function judgeReferring(evidence: SiteEvidence, judge: (answers: readonly Answer[]) => Outcome): Outcome {
  const site = siteOf(evidence);
  if (site.state === 'unseen') return site.outcome;
  const answers = referring(site);
  const outcome =
    answers.length === 0
      ? notApplicable('No answer is a document or a redirect, so none sends a referrer')
      : bounded(judge(answers));
  return site.state === 'walled' ? unlessPassed(outcome, walledReason(site.wall)) : outcome;
}
