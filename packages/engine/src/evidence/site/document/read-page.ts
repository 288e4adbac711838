import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import { type Why, whyBy } from '../../causes/cause.ts';
import type { EvidenceByKind } from '../../evidence.ts';
import { type Answer, unreadFacts } from '../../http/answer.ts';
import type { HttpEvidence } from '../../http/schema.ts';
import type { PageEvidence } from '../../page/schema.ts';
import type { TargetEvidence } from '../../target/schema.ts';
import type { SiteEvidence } from '../site-evidence.ts';

/** The document of the site with what was read in it. */
export interface ReadPage {
  document: Answer;
  /** Null where its content was not read. */
  facts: DocumentFacts | null;
  /** Why something that was not found in it may be there all the same; null where all of it was read. */
  unread: Why | null;
  page: PageEvidence;
  http: HttpEvidence;
  target: TargetEvidence;
}

/** What checks of pages look at. */
export type PageSiteEvidence = SiteEvidence & Pick<EvidenceByKind, 'page'>;

/** Why something may be in a document that was not found in it. */
export function unreadOf(document: Answer, facts: DocumentFacts | null): Why | null {
  if (document.unread !== null) return document.unread;
  const left = facts === null ? null : unreadFacts(facts);
  if (left !== null) return left;
  return facts === null && document.response.body.decodedBytes > 0 ? whyBy('document-unread') : null;
}
