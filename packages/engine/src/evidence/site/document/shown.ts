import { isInDomain } from '@perimeter/protocols/domain/below';
import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import type { SomeEvidence } from '../../evidence.ts';
import type { HttpResponse } from '../../http/schema.ts';
import { wallOf } from '../../http/wall.ts';

/** The document that stands for the site, and what was read in it. */
export interface FinalDocument {
  url: string;
  response: HttpResponse;
  isMarkup: boolean;
  /** Null where it was not read as a page. */
  facts: DocumentFacts | null;
}

/** Headers of another registrable domain say nothing of the target. */
const isOwn = (url: string, domain: string): boolean => isInDomain(new URL(url).hostname, domain);

/** The final document; null where there is none, where it is another site's, or where something else stood in its place. */
export function finalDocument({ target, http, page }: SomeEvidence): FinalDocument | null {
  const exchange = http?.exchanges.find(({ id }) => id === http.finalDocument);
  if (exchange === undefined || !exchange.result.ok || !URL.canParse(exchange.url)) return null;
  if (target === undefined || !isOwn(exchange.url, target.registrableDomain)) return null;
  const { response } = exchange.result;
  const wall = wallOf(response);
  if (wall !== null && wall.kind !== 'login') return null;
  const read = page?.documents.find(({ role }) => role === 'final');
  return {
    url: exchange.url,
    response,
    isMarkup: isMarkup(parseContentType(response.headers).value),
    facts: read?.facts ?? null,
  };
}
