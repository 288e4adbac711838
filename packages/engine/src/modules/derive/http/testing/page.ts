import { createHash } from 'node:crypto';
import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { documentOf } from '@perimeter/protocols/html/document/document';
import { rowTester } from '../../../../catalogue/testing/rows.ts';
import type { ModuleSituations } from '../../../../catalogue/testing/module.ts';
import { formOf } from '../../../../evidence/http/text-form.ts';
import { noPage } from '../../../../evidence/page/none.ts';
import type { PageEvidence } from '../../../../evidence/page/schema.ts';
import { siteSituations } from './situations.ts';
import { nameless, refused, silent, walled } from './evidence.ts';
import type { PageSiteEvidence } from '../../../../evidence/site/document/read-page.ts';
import type { SiteEvidence } from '../site.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Adds the facts that the page probe reads from the final document. */
export function withPage(evidence: SiteEvidence, more: Partial<PageEvidence> = {}): PageSiteEvidence {
  const final = evidence.http.exchanges.find(({ id }) => id === evidence.http.finalDocument);
  if (final === undefined || !final.result.ok) return { ...evidence, page: { ...noPage, ...more } };
  const { body, headers } = final.result.response;
  const isRead = body.text !== null && isMarkup(parseContentType(headers).value);
  const documents: PageEvidence['documents'] = isRead
    ? [
        {
          exchange: final.id,
          role: 'final',
          facts: documentOf(body.text ?? '', { url: final.url, sha256, form: formOf(final.result.response) }),
        },
      ]
    : [];
  return { ...evidence, page: { ...noPage, documents, ...more } };
}

/** Rows of checks that look at the document's content. */
export const testPageRows = rowTester((evidence: PageSiteEvidence) => evidence);

/** The situations for modules that read documents. */
export const pageSituations: ModuleSituations = {
  silent: { evidence: [withPage(silent)] },
  refused: { evidence: [withPage(refused), withPage(nameless)] },
  walled: { evidence: [withPage(walled([]))] },
  hostile: siteSituations.hostile.map((evidence) => withPage(evidence as SiteEvidence)),
};
