import { headerValues } from '@perimeter/protocols/http/headers/header-list';
import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { starUrlSecrets } from '@perimeter/protocols/http/message-redact';
import { redactText } from '@perimeter/protocols/html/redact-text';
import type { HttpExchange, HttpPurpose, HttpResponse } from '../../evidence/http/schema.ts';
import type { ReceivedDocuments } from '../../net/http/client.ts';
import type { Final } from './around.ts';
import { formOf } from '../../evidence/http/text-form.ts';
import { wallOf } from '../../evidence/http/wall.ts';

/** Files that a site publishes for programs. */
const published: ReadonlySet<HttpPurpose | undefined> = new Set(['robots', 'security-txt']);

/** Most characters of these in evidence. */
const maxPublishedCharacters = 64 * 1024;

/** Many sites answer with an HTML page where they have no such file. */
const isFile = ({ purpose }: HttpExchange, { status, headers }: HttpResponse): boolean =>
  published.has(purpose) && status >= 200 && status < 300 && !isMarkup(parseContentType(headers).value);

function keptText(exchange: HttpExchange, response: HttpResponse, finalDocument: string | null): string | null {
  const text = response.body.text ?? '';
  if (isFile(exchange, response)) return starUrlSecrets(text.slice(0, maxPublishedCharacters));
  return exchange.id === finalDocument || exchange.purpose === 'missing' ? redactText(text) : null;
}

function bodyOf(exchange: HttpExchange, response: HttpResponse, finalDocument: string | null): HttpResponse['body'] {
  const { body } = response;
  if (body.text === null) return body;
  const text = keptText(exchange, response, finalDocument);
  return text === null ? { ...body, text, characters: body.text.length } : { ...body, text };
}

/**
 * Exchanges for storage: only the final document, one error page and published files keep their text, with possible
 * secrets masked. Walls are detected in the text first.
 */
export const storedExchanges = (exchanges: readonly HttpExchange[], finalDocument: string | null): HttpExchange[] =>
  exchanges.map((exchange) => {
    const { result } = exchange;
    if (!result.ok) return exchange;
    const { response } = result;
    const body = bodyOf(exchange, response, finalDocument);
    const stored = { ...response, wall: wallOf(response), body };
    return { ...exchange, result: { ok: true, response: stored } };
  });

/** Whether a document's policies use SHA-384 or SHA-512. */
function hasLongHashes({ headers }: HttpResponse, text: string): boolean {
  const policies = headerValues(headers, 'Content-Security-Policy').join();
  const all = /content-security-policy/i.test(text) ? `${policies}${text}` : policies;
  return /sha(?:384|512)-/i.test(all);
}

/** Other probes read these as received; the stored ones are masked. */
export function rememberDocuments(
  documents: ReceivedDocuments,
  exchanges: readonly HttpExchange[],
  { url, exchange: final }: Final,
): void {
  for (const { id, purpose, url: asked, result } of exchanges) {
    const isRead = id === final.id || purpose === 'missing' || purpose === 'again' || purpose === 'address';
    if (!isRead || !result.ok || result.response.body.text === null) continue;
    const { text } = result.response.body;
    const usesLongHashes = hasLongHashes(result.response, text);
    const form = formOf(result.response);
    documents.set(id, { url: purpose === 'missing' ? new URL(asked) : url, text, usesLongHashes, form });
  }
}
