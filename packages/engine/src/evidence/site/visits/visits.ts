import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { type Why, unansweredAt, whyAs, whyBy } from '../../causes/cause.ts';
import { isAnswered } from '../../failure-text.ts';
import { wallCause, wallOf } from '../../http/wall.ts';
import type { HttpChain, HttpEvidence, HttpExchange, HttpResponse } from '../../http/schema.ts';
import type { NetFailure } from '../../observed.ts';
import { isOwnUrl } from '../own.ts';
import { hidesDocument } from '../in-place.ts';
import type { SiteEvidence } from '../site-evidence.ts';
import { isRedirectStatus } from '@perimeter/protocols/http/redirect-status';

/** One hop of a visit: what was asked of which host, and what came. */
export interface Hop {
  exchange: HttpExchange;
  url: URL;
  /** True where the host belongs to the target's registrable domain. */
  isOwn: boolean;
  response: HttpResponse | null;
  failure: NetFailure | null;
  /** Where its redirect leads; null where it is none, or leads to no URL. */
  next: URL | null;
}

/** What a visitor meets who types a host with http:// or https:// in front. */
export interface Visit {
  start: HttpChain['start'];
  host: string;
  hops: readonly [Hop, ...Hop[]];
  last: Hop;
  ended: HttpChain['ended'];
}

/** Where a redirect leads: the first Location line, as browsers resolve it. */
function nextOf(url: URL, response: HttpResponse | null): URL | null {
  if (response === null || !isRedirectStatus(response.status)) return null;
  const location = combinedValue(response.headers, 'Location');
  return location !== null && URL.canParse(location, url.href) ? new URL(location, url) : null;
}

function hopOf(exchange: HttpExchange, evidence: Pick<SiteEvidence, 'target'>): Hop | null {
  if (!URL.canParse(exchange.url)) return null;
  const url = new URL(exchange.url);
  const response = exchange.result.ok ? exchange.result.response : null;
  const failure = exchange.result.ok ? null : exchange.result.failure;
  return { exchange, url, isOwn: isOwnUrl(evidence.target, url), response, failure, next: nextOf(url, response) };
}

function visitOf(
  { start, hops: ids, ended }: HttpChain,
  { exchanges }: HttpEvidence,
  evidence: Pick<SiteEvidence, 'target'>,
): Visit | null {
  const hops = ids.flatMap((id) => {
    const exchange = exchanges.find((one) => one.id === id);
    return exchange === undefined ? [] : (hopOf(exchange, evidence) ?? []);
  });
  const [first, ...rest] = hops;
  if (first === undefined) return null;
  return { start, host: first.url.hostname, hops: [first, ...rest], last: rest.at(-1) ?? first, ended };
}

/** The visits that an audit made; siblings: also those of the apex of a www target, which only comparisons look at. */
export const visitsOf = (evidence: Pick<SiteEvidence, 'http' | 'target'>, siblings = false): Visit[] =>
  [...evidence.http.chains, ...(siblings ? (evidence.http.siblings ?? []) : [])].flatMap(
    (chain) => visitOf(chain, evidence.http, evidence) ?? [],
  );

/** What stands in place of the site's content in a response. */
export const hopWall = ({ response }: Hop) => (response === null ? null : wallOf(response));

/** Whether nobody knows what the site itself would show at a hop. */
export const isHiddenHop = (hop: Hop): boolean => hidesDocument(hopWall(hop));

/** A hop in a line: what was asked, and what it led to. */
export function hopLine({ exchange, response, failure, next }: Hop): string {
  const what =
    response === null
      ? `${failure !== null && isAnswered(failure) ? 'unusable answer' : 'no answer'} (${failure?.reason ?? 'unknown'})`
      : `${response.status}`;
  return `${exchange.url} -> ${what}${next === null ? '' : ` Location: ${next.href}`}`.slice(0, 400);
}

/** The hops of all visits, in their order. */
export const hopsOf = (evidence: Pick<SiteEvidence, 'http' | 'target'>): Hop[] =>
  visitsOf(evidence).flatMap(({ hops }) => hops);

/** Why a first request brought no answer: a closed port is an answer to many questions, silence to none. */
export const unansweredBy = ({ exchange, failure }: Hop): Why =>
  failure === null ? whyBy('page-unanswered', { url: exchange.url }) : unansweredAt(exchange.url, failure);

/** Why a hop does not show the site: no answer, or one that stands in its place. */
export function hiddenBy(hop: Hop): Why {
  const wall = hopWall(hop);
  if (hop.response === null || wall === null) return unansweredBy(hop);
  const { status } = hop.response;
  return whyAs(wallCause(wall, status), 'status-for-site', { url: hop.exchange.url, status });
}
