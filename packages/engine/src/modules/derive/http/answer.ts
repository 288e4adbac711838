import type { HeaderLines } from '@perimeter/protocols/http/headers/header-list';
import type { Location } from '../../../catalogue/outcome.ts';
import type { HttpExchange, HttpResponse } from '../../../evidence/http/schema.ts';

/** An exchange whose response head arrived, whatever its status. */
export interface Answer {
  exchange: HttpExchange;
  response: HttpResponse;
  headers: HeaderLines;
  url: URL;
}

/** The answer of an exchange; null where none came. */
export function answerOf(exchange: HttpExchange | undefined): Answer | null {
  if (exchange === undefined || !exchange.result.ok || !URL.canParse(exchange.url)) return null;
  const { response } = exchange.result;
  return { exchange, response, headers: response.headers, url: new URL(exchange.url) };
}

/** Statuses whose Location a browser follows (RFC 9110 section 15.4; Fetch, "redirect status"). */
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

export const isRedirect = ({ response }: Answer): boolean => redirectStatuses.has(response.status);

/** Where a finding about this answer stands. */
export const locationOf = ({ exchange, url }: Answer): Location => ({
  host: url.hostname,
  port: exchange.port,
  ...(exchange.address === null ? {} : { address: exchange.address }),
  url: exchange.url,
});
