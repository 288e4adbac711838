import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import { type Check, type CheckDefinition, defineCheck } from '../../../catalogue/check.ts';
import { combine } from '../../../catalogue/combine.ts';
import { inconclusive, type Location, notApplicable, type Outcome, type Verdict } from '../../../catalogue/outcome.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import { isRendered } from '../../derive/http/checks.ts';
import { locationOf } from '../../derive/http/place.ts';
import { siteOf } from '../../derive/http/site.ts';

/** What every check of a page looks at. */
type PageKinds = Pick<EvidenceByKind, 'endpoints' | 'http' | 'page' | 'target'>;

/** The site's document, read. */
export interface ReadPage extends Pick<PageKinds, 'http' | 'page' | 'target'> {
  document: Answer;
  facts: DocumentFacts;
  url: string;
  location: Location;
}

/** The page that stands for the site, or the outcome where none does. */
function pageOf(evidence: PageKinds): ReadPage | Outcome {
  const site = siteOf(evidence);
  if (site.state === 'redirect-only') return notApplicable(`Every response redirects to ${site.destination}`);
  if (site.state !== 'answered') return site.outcome;
  const { document } = site;
  if (document.wall?.kind === 'login') return notApplicable('The site asks for a login, and its content was not seen');
  if (!isRendered(document)) return notApplicable('The response is no document that browsers render');
  const { http, page, target } = evidence;
  const facts = page.documents.find(
    ({ exchange, role }) => role === 'final' && exchange === document.exchange.id,
  )?.facts;
  if (facts === undefined) return inconclusive('The document was not read');
  return { http, page, target, document, facts, url: document.url.href, location: locationOf(document) };
}

/** Why something that was not found may be there nevertheless. */
const openReasons = ({ document, facts }: ReadPage): string[] => {
  if (document.unread !== null) return [document.unread];
  return facts.truncated ? [`Only the first ${facts.parsedCharacters} characters of the document were read`] : [];
};

type Facts = Omit<CheckDefinition<'page'>, 'needs' | 'evaluate'>;

/** Declares a check of the document that stands for the site, and of what it loads; what of it was not read stands against a pass. */
export const pageCheck = ({ judge, ...facts }: Facts & { judge: (page: ReadPage) => Verdict }): Check =>
  defineCheck({
    ...facts,
    needs: ['endpoints', 'http', 'page', 'target'],
    evaluate: (evidence) => {
      const page = pageOf(evidence);
      if ('outcome' in page) return page;
      return combine(facts.finding, [{ ...judge(page), location: page.location }], { open: openReasons(page) });
    },
  });
