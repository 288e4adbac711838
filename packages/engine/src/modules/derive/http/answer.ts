import type { HeaderLines } from '@perimeter/protocols/http/headers/header-list';
import type { Location } from '../../../catalogue/outcome.ts';
import type { HttpPage } from '../../../evidence/http/page.ts';
import type { HttpEvidence, HttpExchange, HttpResponse } from '../../../evidence/http/schema.ts';

/** An exchange whose response head arrived, whatever its status. */
export interface Answer {
  exchange: HttpExchange;
  response: HttpResponse;
  headers: HeaderLines;
  url: URL;
  /** What was read in its body, where that is markup. */
  page: HttpPage | null;
}

/** Every answer that came, by the id of its exchange, in the order of the evidence. */
export function answersOf({ exchanges, pages }: HttpEvidence): ReadonlyMap<string, Answer> {
  const pageOf = new Map(pages.map((page) => [page.exchange, page]));
  const answers = new Map<string, Answer>();
  for (const exchange of exchanges) {
    const { id, url, result } = exchange;
    if (!result.ok || !URL.canParse(url)) continue;
    const { response } = result;
    const page = pageOf.get(id) ?? null;
    answers.set(id, { exchange, response, headers: response.headers, url: new URL(url), page });
  }
  return answers;
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
