import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { SomeEvidence } from '../../evidence.ts';
import type { Answer } from '../../http/answer.ts';
import { siteReading } from '../reading.ts';

/** The document that stands for the site, and what was read in it. */
export interface DocumentOfSite {
  answer: Answer;
  isMarkup: boolean;
  /** Null where it was not read as a page. */
  facts: DocumentFacts | null;
}

/** What was read in a document; null where nothing was. */
export const documentFactsOf = (
  { exchange: { id } }: Answer,
  { page }: Pick<SomeEvidence, 'page'>,
): DocumentFacts | null => page?.documents.find(({ exchange }) => exchange === id)?.facts ?? null;

/** The document that checks judge; null where there is none, where it is another site's, or where something else stood in its place. */
export function documentOfSite({ target, http, page }: SomeEvidence): DocumentOfSite | null {
  if (target === undefined || http === undefined) return null;
  const site = siteReading({ http, target });
  if (site.state !== 'answered') return null;
  const { document: answer } = site;
  const type = parseContentType(answer.headers).value;
  return { answer, isMarkup: isMarkup(type), facts: documentFactsOf(answer, { page }) };
}
