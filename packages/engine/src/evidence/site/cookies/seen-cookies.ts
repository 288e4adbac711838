import type { CookieFacts } from '@perimeter/protocols/http/cookies/cookie-facts';
import { cookieLifetime } from '@perimeter/protocols/http/cookies/cookie-lifetime';
import { type CookieRejection, storeCookie, type StoredCookie } from '@perimeter/protocols/http/cookies/store-cookie';
import { isSessionLike } from '@perimeter/protocols/http/headers/session-cookie';
import type { HttpExchange } from '../../http/schema.ts';
import type { HstsEvidence } from '../visits/hsts.ts';
import { isOfSite } from '../in-place.ts';
import { isOwnUrl } from '../own.ts';
import { vendorCookies } from './cookie-vendors.data.ts';

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
  /** The same for all variants of one cookie. */
  key: string;
}

/** Who sets a cookie of this name, where that is no application. */
export function cookieVendor(name: string): string | null {
  const lower = name.toLowerCase();
  const row = vendorCookies.rows.find(([pattern]) =>
    pattern.endsWith('*') ? lower.startsWith(pattern.slice(0, -1)) : lower === pattern,
  );
  return row?.[1] ?? null;
}

function seenCookie(facts: CookieFacts, url: URL, exchange: HttpExchange): SeenCookie {
  const stored = storeCookie(facts, url);
  const vendor = cookieVendor(facts.name);
  const cookie = {
    facts,
    url,
    exchange,
    kept: 'kept' in stored ? stored.kept : null,
    rejected: 'rejected' in stored ? stored.rejected : null,
    isSession: vendor === null && isSessionLike(facts.name),
    vendor,
  };
  return { ...cookie, key: keyOf(cookie) };
}

/** What browsers tell cookies apart by (RFC 10025 section 5.7), and the scheme, which is a fault of its own. */
const keyOf = ({ facts, url, kept, rejected }: Omit<SeenCookie, 'key'>): string =>
  [facts.name, facts.scheme, kept?.domain ?? url.hostname, kept?.hostOnly, kept?.path ?? '', rejected].join(' ');

/** Whether a host sets a cookie over http in vain, as its application does on every response, and over https with success. */
const isSetAgain = ({ rejected, facts, url }: SeenCookie, all: readonly SeenCookie[]): boolean =>
  rejected === 'secure-over-http' &&
  all.some(({ kept, url: { hostname } }) => kept?.name === facts.name && hostname === url.hostname);

/** What a browser has of one response: the last line of a cookie counts, and a line may delete what an earlier one set. */
function cookiesOf(exchange: HttpExchange, url: URL, receivedAtMs: number): SeenCookie[] {
  const jar = new Map<string, SeenCookie>();
  for (const facts of exchange.setCookies ?? []) {
    const cookie = seenCookie(facts, url, exchange);
    jar.delete(cookie.key);
    if (cookieLifetime(facts, receivedAtMs).kind !== 'deleted') jar.set(cookie.key, cookie);
  }
  return [...jar.values()];
}

const variantOf = ({ key, kept }: SeenCookie): string => [key, kept?.secure, kept?.httpOnly, kept?.sameSite].join(' ');

/** Browsers keep a cookie without a name, but no application looks for one: it is a slip, and nothing hangs on it. */
const isNamed = ({ facts }: SeenCookie): boolean => facts.name !== '';

/**
 * Every cookie that hosts of the target set, by name, domain and path; those that are deleted, or have no name, are none. One that responses
 * set with unlike attributes is there once for each: the requests ran side by side, and any of them may be a visitor's last.
 */
export function seenCookies(evidence: HstsEvidence): SeenCookie[] {
  const found = new Map<string, SeenCookie>();
  // What stands in place of the site sets its own cookies, not the site's.
  for (const exchange of evidence.http.exchanges.filter(isOfSite)) {
    if (!isOwnUrl(evidence.target, exchange.url)) continue;
    const url = new URL(exchange.url);
    for (const cookie of cookiesOf(exchange, url, evidence.target.startedAtMs)) {
      const variant = variantOf(cookie);
      if (!found.has(variant)) found.set(variant, cookie);
    }
  }
  const all = [...found.values()].filter(isNamed);
  return all.filter((cookie) => !isSetAgain(cookie, all));
}

/** How sure it is that a cookie holds a session: its name says so, and a short value speaks against it. */
export const sessionConfidence = ({ facts }: SeenCookie): { confidence: 'firm' | 'potential' } => ({
  confidence: facts.valueBytes < 8 ? 'potential' : 'firm',
});
