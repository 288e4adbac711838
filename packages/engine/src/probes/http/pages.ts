import { type PageFacts, readPage } from '@perimeter/protocols/html/page';
import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { HttpPage } from '../../evidence/http/page.ts';
import type { HttpExchange, HttpPurpose } from '../../evidence/http/schema.ts';
import { formOf } from '../../evidence/http/text-form.ts';
import type { ReceivedDocuments } from '../../net/http/client.ts';
import { readSliced, runSliced } from '../read-sliced.ts';

/** Purposes whose markup is read: others repeat a document, or are no pages. */
const hasPage: ReadonlySet<HttpPurpose | undefined> = new Set(['start', 'redirect-host', 'missing']);

/** Facts of every body that browsers render as markup; equal bodies are read once, and documents once for all probes. */
export async function readPages(
  exchanges: readonly HttpExchange[],
  documents: ReceivedDocuments = new Map(),
): Promise<HttpPage[]> {
  const readings = new Map<string, PageFacts>();
  const pages: HttpPage[] = [];
  for (const { id, purpose, result } of exchanges) {
    if (!result.ok || !hasPage.has(purpose)) continue;
    const { headers, body } = result.response;
    if (body.text === null || body.text === '' || !isMarkup(parseContentType(headers).value)) continue;
    const document = documents.get(id);
    const facts =
      readings.get(body.sha256) ??
      (document === undefined
        ? await runSliced(readPage(body.text, formOf(result.response)))
        : (await readSliced(document)).page);
    readings.set(body.sha256, facts);
    pages.push({ exchange: id, ...facts });
  }
  return pages;
}
