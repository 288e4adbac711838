import type { CookieFacts } from '@perimeter/protocols/http/cookies/cookie-facts';
import { cookieLifetime } from '@perimeter/protocols/http/cookies/cookie-lifetime';
import { type CookieRejection, storeCookie, type StoredCookie } from '@perimeter/protocols/http/cookies/store-cookie';
import { isSessionLike } from '@perimeter/protocols/http/headers/session-cookie';
import type { HttpExchange } from '../../../evidence/http/schema.ts';
import { wallOf } from '../../../evidence/http/wall.ts';
import type { HstsEvidence } from '../../derive/http/hsts.ts';
import { isOwnHost } from '../../derive/http/visits.ts';
import { vendorCookies } from './vendors.data.ts';

/** A cookie that a host of the target sets, and what browsers make of it. */
export interface SeenCookie {
  facts: CookieFacts;
  url: URL;
  exchange: HttpExchange;
  /** Null where browsers drop it. */
  kept: StoredCookie | null;
  rejected: CookieRejection | null;
  /** Whether its name says session or login; a guess. */
  isSession: boolean;
  /** Who sets it, where that is no application. */
  vendor: string | null;
}

function vendorOf(name: string): string | null {
  const lower = name.toLowerCase();
  const row = vendorCookies.rows.find(([pattern]) =>
    pattern.endsWith('*') ? lower.startsWith(pattern.slice(0, -1)) : lower === pattern,
  );
  return row?.[1] ?? null;
}

function seenCookie(facts: CookieFacts, url: URL, exchange: HttpExchange): SeenCookie {
  const stored = storeCookie(facts, url);
  const vendor = vendorOf(facts.name);
  return {
    facts,
    url,
    exchange,
    kept: 'kept' in stored ? stored.kept : null,
    rejected: 'rejected' in stored ? stored.rejected : null,
    isSession: vendor === null && isSessionLike(facts.name),
    vendor,
  };
}

/** What stands in place of the site sets its own cookies, not the site's. */
const isOfSite = ({ result }: HttpExchange): boolean => {
  const wall = result.ok ? wallOf(result.response) : null;
  return result.ok && (wall === null || wall.kind === 'login');
};

const keyOf = ({ facts, url, kept, rejected }: SeenCookie): string =>
  [facts.name, facts.scheme, kept?.domain ?? url.hostname, kept?.path ?? '', rejected ?? ''].join(' ');

/** Whether a host sets a cookie over http in vain, as its application does on every response, and over https with success. */
const isSetAgain = ({ rejected, facts, url }: SeenCookie, all: readonly SeenCookie[]): boolean =>
  rejected === 'secure-over-http' &&
  all.some(({ kept, url: { hostname } }) => kept?.name === facts.name && hostname === url.hostname);

/** Every cookie that hosts of the target set, once by name, domain and path; those that are deleted are none. */
export function seenCookies(evidence: HstsEvidence): SeenCookie[] {
  const found = new Map<string, SeenCookie>();
  for (const exchange of evidence.http.exchanges.filter(isOfSite)) {
    if (exchange.setCookies === undefined || !URL.canParse(exchange.url)) continue;
    const url = new URL(exchange.url);
    if (!isOwnHost(evidence, url.hostname)) continue;
    for (const facts of exchange.setCookies) {
      if (cookieLifetime(facts, evidence.target.startedAtMs).kind === 'deleted') continue;
      const cookie = seenCookie(facts, url, exchange);
      const key = keyOf(cookie);
      if (!found.has(key)) found.set(key, cookie);
    }
  }
  const all = [...found.values()];
  return all.filter((cookie) => !isSetAgain(cookie, all));
}
