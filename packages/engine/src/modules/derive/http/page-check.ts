import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import { type Check, type CheckDefinition, defineCheck } from '../../../catalogue/check.ts';
import { notApplicable, type Verdict } from '../../../catalogue/outcome.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import { type Answer, unreadFacts } from '../../../evidence/http/answer.ts';
import type { HttpEvidence } from '../../../evidence/http/schema.ts';
import type { PageEvidence } from '../../../evidence/page/schema.ts';
import type { TargetEvidence } from '../../../evidence/target/schema.ts';
import { judgeRendered } from './checks.ts';
import { unlessServerFails } from './error-page.ts';
import type { SiteEvidence } from './site.ts';

/** The document of the site with what was read in it. */
export interface ReadPage {
  document: Answer;
  /** Null where its content was not read. */
  facts: DocumentFacts | null;
  /** Why something that was not found in it may be there all the same; null where all of it was read. */
  unread: string | null;
  page: PageEvidence;
  http: HttpEvidence;
  target: TargetEvidence;
}

/** What checks of pages look at. */
export type PageSiteEvidence = SiteEvidence & Pick<EvidenceByKind, 'page'>;

function unreadOf(document: Answer, facts: DocumentFacts | null): string | null {
  if (document.unread !== null) return document.unread;
  const left = facts === null ? null : unreadFacts(facts);
  if (left !== null) return left;
  return facts === null && document.response.body.decodedBytes > 0 ? 'The content of the document was not read' : null;
}

function readPage(document: Answer, { page, http, target }: PageSiteEvidence): ReadPage {
  const facts = page.documents.find(({ exchange }) => exchange === document.exchange.id)?.facts ?? null;
  return { document, facts, unread: unreadOf(document, facts), page, http, target };
}

type Facts = Omit<CheckDefinition<keyof PageSiteEvidence>, 'needs' | 'evaluate'>;

/** Declares a check of a rendered document that weighs what it holds. A login (401) is the site's own document, as in renderedCheck. */
export const readCheck = ({ judge, ...facts }: Facts & { judge: (page: ReadPage) => Verdict }): Check =>
  defineCheck({
    ...facts,
    needs: ['endpoints', 'http', 'page', 'target'],
    evaluate: (evidence) => judgeRendered(evidence, facts.finding, (document) => judge(readPage(document, evidence))),
  });

/** Declares a check of what the site's document holds. Behind a login (401) the site's own pages are unseen: nothing applies. */
export const pageCheck = ({ judge, ...facts }: Facts & { judge: (page: ReadPage) => Verdict }): Check =>
  readCheck({
    ...facts,
    judge: (page) =>
      page.document.wall === null
        ? unlessServerFails(page.document, judge(page))
        : notApplicable('The site asks for a login before it shows a page'),
  });
