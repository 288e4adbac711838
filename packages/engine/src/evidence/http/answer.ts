import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import type { HeaderLines } from '@perimeter/protocols/http/headers/header-list';
import { type Why, whyBy, whyAs } from '../causes/cause.ts';
import { failureText } from '../failure-text.ts';
import type { HttpPage } from './page.ts';
import type { HttpEvidence, HttpExchange, HttpPurpose, HttpResponse } from './schema.ts';
import { type Wall, wallOf } from './wall.ts';
import { isRedirectStatus } from '@perimeter/protocols/http/redirect-status';

/** An exchange whose response head arrived, whatever its status. */
export interface Answer {
  exchange: HttpExchange;
  response: HttpResponse;
  headers: HeaderLines;
  /** Security headers of the final document over HTTP/2; absent where they are not known, or its status differs there. */
  overHttp2?: HeaderLines;
  url: URL;
  /** What was read from its body, if that is markup. */
  page: HttpPage | null;
  /** Why its body was not read to the end, so that absence cannot be concluded; null where all of it was read. */
  unread: Why | null;
  /** The wall in place of the site's own content. */
  wall: Wall | null;
}

/** Why a body was not read to its end; null where it was. */
export function unreadOf({ body }: HttpResponse): Why | null {
  if (body.failure !== undefined) return whyAs(body.failure, 'body-cut', { failure: failureText(body.failure) });
  const read = body.text?.length ?? body.characters ?? 0;
  return body.truncated ? whyBy('body-beginning-only', { characters: read }) : null;
}

/** Which part of a document was not read; null where all of it was. */
export function unreadFacts({ truncated, framesLeft, parsedCharacters }: DocumentFacts): Why | null {
  if (framesLeft === true) return whyBy('frames-beginning-only');
  return truncated ? whyBy('document-beginning-only', { characters: parsedCharacters }) : null;
}

/** Purposes of requests on the way to the site's document; other requests are only compared with these. */
const visits: ReadonlySet<HttpPurpose | undefined> = new Set([undefined, 'start', 'redirect-host', 'address']);

/** The exchanges of the site itself, without those of its sibling (apex or www). */
export const exchangesOfSite = ({ exchanges }: HttpEvidence): HttpExchange[] =>
  exchanges.filter(({ purpose }) => purpose !== 'sibling');

/** Every answer on the way to the document and at its addresses, by the id of its exchange, in the order of the evidence. */
export function answersOf(http: HttpEvidence): ReadonlyMap<string, Answer> {
  const answers = answersKnown.get(http) ?? readAnswers(http);
  answersKnown.set(http, answers);
  return answers;
}

/** Every check reads the answers of the same evidence, so they are cached. */
const answersKnown = new WeakMap<HttpEvidence, ReadonlyMap<string, Answer>>();

function readAnswers({ exchanges, finalDocument, http2, pages }: HttpEvidence): ReadonlyMap<string, Answer> {
  const pageOf = new Map(pages.map((page) => [page.exchange, page]));
  const answers = new Map<string, Answer>();
  for (const exchange of exchanges) {
    const { id, url, purpose, result } = exchange;
    if (!result.ok || !URL.canParse(url) || !visits.has(purpose)) continue;
    const { response } = result;
    const newer =
      id === finalDocument && http2?.known === true && http2.value.status === response.status ? http2 : null;
    answers.set(id, {
      exchange,
      response,
      headers: response.headers,
      ...(newer === null ? {} : { overHttp2: newer.value.headers }),
      url: new URL(url),
      page: pageOf.get(id) ?? null,
      unread: unreadOf(response),
      wall: wallOf(response),
    });
  }
  return answers;
}

export const isRedirect = ({ response }: Pick<Answer, 'response'>): boolean => isRedirectStatus(response.status);
