import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import type { Check } from '../../../catalogue/check.ts';
import { inconclusive, type Location, type Verdict } from '../../../catalogue/outcome.ts';
import { pageCheck as anyPageCheck, type ReadPage as AnyPage } from '../../derive/http/page-check.ts';
import { locationOf } from '../../derive/http/place.ts';

/** The site's document, whose content was read. */
export interface ReadPage extends Omit<AnyPage, 'facts'> {
  facts: DocumentFacts;
  url: string;
  location: Location;
}

/** Said of a page with more references than are kept. */
const unlisted = ({ resources, resourceCount }: DocumentFacts): string | null =>
  resourceCount <= resources.length
    ? null
    : `Only the first ${resources.length} of ${resourceCount} resources of the document were looked at`;

type Definition = Omit<Parameters<typeof anyPageCheck>[0], 'judge'>;

/** As the check of pages that all modules share, for what is found in the content: what of it was not read stands against a pass. */
export const pageCheck = ({ judge, ...check }: Definition & { judge: (page: ReadPage) => Verdict }): Check =>
  anyPageCheck({
    ...check,
    judge: ({ facts, ...page }) => {
      if (facts === null) return inconclusive(page.unread ?? 'The content of the document was not read');
      const { document } = page;
      const unread = page.unread ?? unlisted(facts);
      const verdict = judge({ ...page, facts, url: document.url.href, location: locationOf(document) });
      return verdict.outcome === 'pass' && unread !== null ? inconclusive(unread) : verdict;
    },
  });
