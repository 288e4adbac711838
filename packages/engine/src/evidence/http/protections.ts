import { parseCsp } from '@perimeter/protocols/http/csp/parse';
import type { HeaderLines } from '@perimeter/protocols/http/headers/header-list';
import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { parseNosniff } from '@perimeter/protocols/http/headers/nosniff';
import { parseFraming } from '@perimeter/protocols/http/policies/framing';
import { parseStrictTransportSecurity } from '@perimeter/protocols/http/policies/strict-transport-security';
import type { HttpExchange, HttpResponse } from './schema.ts';
import { wallOf } from './wall.ts';

/** The protections in the headers of a response, by their names in reports. */
export function protectionsOf(lines: HeaderLines, protocol: string): string[] {
  const hsts = parseStrictTransportSecurity(lines).value;
  return [
    ...(parseNosniff(lines).value === true ? ['X-Content-Type-Options: nosniff'] : []),
    ...(parseFraming(lines).restricted ? ['protection against framing'] : []),
    ...(parseCsp(lines).length > 0 ? ['Content-Security-Policy'] : []),
    ...(protocol === 'https:' && hsts !== null && hsts.maxAgeSeconds > 0 ? ['Strict-Transport-Security'] : []),
  ];
}

/** The response of an exchange if it is a page of the site itself; null: nothing can be concluded. */
export function pageResponse({ result }: HttpExchange): HttpResponse | null {
  if (!result.ok || wallOf(result.response) !== null) return null;
  return isMarkup(parseContentType(result.response.headers).value) ? result.response : null;
}

/** A page beside the document, and the protections that it lacks. */
export interface Gap {
  exchange: HttpExchange;
  lacks: string[];
}

/** Protections that the document has and pages lack. */
export const gapsOf = (document: HeaderLines, protocol: string, pages: readonly HttpExchange[]): Gap[] =>
  pages.flatMap((exchange) => {
    const response = pageResponse(exchange);
    if (response === null) return [];
    const has = new Set(protectionsOf(response.headers, protocol));
    const lacks = protectionsOf(document, protocol).filter((one) => !has.has(one));
    return lacks.length === 0 ? [] : [{ exchange, lacks }];
  });
