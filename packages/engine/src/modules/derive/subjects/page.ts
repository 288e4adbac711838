import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import { inconclusive, type Location, notApplicable, type Plain, type Why, whyBy } from '../../../catalogue/outcome.ts';
import { unlessServerFails } from '../http/error-page.ts';
import { locationOf } from '../http/place.ts';
import { renderedDocument } from './answers.ts';
import { narrow } from '../../../catalogue/check-of.ts';
import { documentFactsOf } from '../../../evidence/site/document/of-site.ts';
import { type PageSiteEvidence, type ReadPage, unreadOf } from '../../../evidence/site/document/read-page.ts';

/** A rendered document with its content. A login (401) is the site's own document. */
export const documentRead = narrow(
  renderedDocument,
  (document, { page, http, target }: PageSiteEvidence) => {
    const facts = documentFactsOf(document, { page });
    return { of: { document, facts, unread: unreadOf(document, facts), page, http, target } };
  },
  { needs: ['page'] },
);

/** The content of the site's document. Behind a login (401) the site's own pages are unseen, so nothing applies. */
export const sitePage = narrow(
  documentRead,
  (page) =>
    page.document.wall === null ? { of: page } : notApplicable('The site asks for a login before it shows a page'),
  { weigh: (verdict, { document }) => unlessServerFails(document, verdict) },
);

/** The site's document, whose content was read. */
export interface PageContent extends Omit<ReadPage, 'facts'> {
  facts: DocumentFacts;
  url: string;
  location: Location;
}

/** A remark on a page with more references than the evidence keeps. */
const unlisted = ({ resources, resourceCount }: DocumentFacts): Why | null =>
  resourceCount <= resources.length
    ? null
    : whyBy('resources-beginning-only', { read: resources.length, count: resourceCount });

/** Facts from the content of the site's document: unread parts prevent a pass. */
export const readContent = narrow(
  sitePage,
  ({ facts, ...page }): Plain | { of: PageContent } => {
    if (facts === null) return inconclusive(page.unread ?? whyBy('document-unread'));
    const { document } = page;
    return { of: { ...page, facts, url: document.url.href, location: locationOf(document) } };
  },
  {
    weigh: (verdict, { unread, facts }) => {
      const gap = unread ?? unlisted(facts);
      return verdict.outcome === 'pass' && gap !== null ? inconclusive(gap) : verdict;
    },
  },
);
