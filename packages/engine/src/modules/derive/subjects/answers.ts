import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { notApplicable, type Plain, redraft, type Verdict, type Why } from '../../../catalogue/outcome.ts';
import { headLine } from '../../../catalogue/reproduce-http.ts';
import { type Answer, isRedirect } from '../../../evidence/http/answer.ts';
import { locationOf } from '../http/place.ts';
import { type Site, siteOf, type SiteEvidence } from '../http/site.ts';
import type { Selected, Subject } from '../../../catalogue/check-of.ts';
import { hidesDocument } from '../../../evidence/site/in-place.ts';
import { cutLong } from '../../../evidence/http/quote.ts';

type OfSite<T> = Subject<keyof SiteEvidence, T>;

/** The responses that a check judges, or its outcome where there are none; open: why they are not the whole site. */
type Responses = Plain | { answers: readonly Answer[]; open?: Why };

const elsewhere = (destination: string): Plain =>
  notApplicable(
    `Every response redirects to ${destination}: only HSTS and Referrer-Policy are checked on a host without content`,
  );

function documentOf(site: Site): Responses {
  if (site.state === 'answered') return { answers: [site.document] };
  return site.state === 'redirect-only' ? elsewhere(site.destination) : site.outcome;
}

/** Whether browsers show the answer as a document. */
export const isRendered = ({ headers }: Answer): boolean => isMarkup(parseContentType(headers).value);

function renderedOf(site: Site): Responses {
  if (site.state !== 'answered' || isRendered(site.document)) return documentOf(site);
  const essence = parseContentType(site.document.headers).value?.essence ?? 'of no known type';
  return notApplicable(`The response is ${essence}, not a document that browsers render`);
}

/** A leak behind a wall counts, because it appears under the target's name; but a wall without leaks does not clear the site. */
function allOf(site: Site): Responses {
  switch (site.state) {
    case 'answered':
      return { answers: site.answers };
    case 'walled':
      return site.kind === 'client-certificate' ? site.outcome : { answers: site.answers, open: site.why };
    case 'redirect-only':
      return elsewhere(site.destination);
    case 'unseen':
      return site.outcome;
  }
}

/** Rendered documents, and redirects, whose policy applies to the next request. */
function referringOf(site: Site): Responses {
  if (site.state === 'unseen') return site.outcome;
  const answers = site.answers.filter(
    (answer) => isRedirect(answer) || (site.state === 'answered' && !hidesDocument(answer.wall) && isRendered(answer)),
  );
  if (site.state === 'walled')
    return answers.length === 0 || site.kind === 'client-certificate' ? site.outcome : { answers, open: site.why };
  return answers.length > 0
    ? { answers }
    : notApplicable('No response is a document or a redirect, so no referrer is sent');
}

/** Descriptions may quote text from the target, of any length. */
export const cutDrafts = (verdict: Verdict): Verdict =>
  redraft(verdict, (draft) => ({ ...draft, description: cutLong(draft.description) }));

const cutTexts = (verdict: Verdict): Verdict =>
  'drafts' in verdict ? cutDrafts(verdict) : { ...verdict, reason: cutLong(verdict.reason) };

const answersOfSite = <T>(
  responses: (site: Site) => Responses,
  read: (first: Answer, all: readonly Answer[]) => T,
): OfSite<T> => ({
  needs: ['endpoints', 'http', 'target'],
  select: (evidence): Selected<T> => {
    const found = responses(siteOf(evidence));
    if ('outcome' in found) return found;
    const { answers, open } = found;
    const places = answers.slice(0, 1).map((first) => ({
      of: read(first, answers),
      location: locationOf(first),
      reproduce: (at: Parameters<typeof headLine>[0]) => headLine(at, first),
      weigh: cutTexts,
    }));
    return { places, ...(open === undefined ? {} : { open: [open] }) };
  },
});

/**
 * The document that represents the site. Its error pages are framed and sniffed like any other, and a login (401) is
 * the site's own. A challenge page or a gateway error is not, so its headers prove nothing.
 */
export const siteDocument = answersOfSite(documentOf, (document) => document);

/** The document that represents the site, if browsers render it. */
export const renderedDocument = answersOfSite(renderedOf, (document) => document);

/** Every answer of the target's own hosts, redirects included, the document first. */
export const everyAnswer = answersOfSite(allOf, (_, answers) => answers);

/** The answers that a Referrer-Policy has an effect on, on pure redirect hosts too. */
export const referringAnswers = answersOfSite(referringOf, (_, answers) => answers);

/** The same answers, unless a wall hides the document: headers missing on redirects do not prove that the document lacks them. */
export const silentAnswers = answersOfSite(
  (site) => (site.state === 'walled' ? site.outcome : referringOf(site)),
  (_, answers) => answers,
);
