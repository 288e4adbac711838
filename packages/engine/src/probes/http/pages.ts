import { setImmediate } from 'node:timers/promises';
import { readPage } from '@perimeter/protocols/html/page';
import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { HttpPage } from '../../evidence/http/page.ts';
import type { HttpExchange, HttpPurpose } from '../../evidence/http/schema.ts';

/** Reads one text to its end; connections and timers have their turn between two slices. */
async function read(html: string): Promise<Omit<HttpPage, 'exchange'>> {
  const reading = readPage(html);
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done === true) return step.value;
    await setImmediate();
  }
}

/** Whose markup is read: the others repeat a document, or are no pages. */
const hasPage: ReadonlySet<HttpPurpose | undefined> = new Set(['start', 'redirect-host', 'missing']);

/** The facts of every body that browsers show as markup; equal bodies are read once. */
export async function readPages(exchanges: readonly HttpExchange[]): Promise<HttpPage[]> {
  const readings = new Map<string, Omit<HttpPage, 'exchange'>>();
  const pages: HttpPage[] = [];
  for (const { id, purpose, result } of exchanges) {
    if (!result.ok || !hasPage.has(purpose)) continue;
    const { headers, body } = result.response;
    if (body.text === null || body.text === '' || !isMarkup(parseContentType(headers).value)) continue;
    const facts = readings.get(body.sha256) ?? (await read(body.text));
    readings.set(body.sha256, facts);
    pages.push({ exchange: id, ...facts });
  }
  return pages;
}
