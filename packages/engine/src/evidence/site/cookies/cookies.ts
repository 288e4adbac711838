import type { HttpCookie } from '@perimeter/contract/observed/http';
import { cookieAttribute, type CookieFacts } from '@perimeter/protocols/http/cookies/cookie-facts';
import { cookieLifetime } from '@perimeter/protocols/http/cookies/cookie-lifetime';
import { storeCookie } from '@perimeter/protocols/http/cookies/store-cookie';
import type { SomeEvidence } from '../../evidence.ts';
import { isOwnUrl } from '../own.ts';
import { compareText } from '@perimeter/contract/text/order';

/** The SameSite word of a line, whether or not browsers keep the cookie. */
function sameSiteOf(facts: CookieFacts): HttpCookie['sameSite'] {
  const value = cookieAttribute(facts, 'samesite')?.toLowerCase();
  return value === 'strict' || value === 'lax' || value === 'none' ? value : 'default';
}

function lifetimeOf(facts: CookieFacts, receivedAtMs: number): number | null {
  const lifetime = cookieLifetime(facts, receivedAtMs);
  return lifetime.kind === 'persistent' ? lifetime.seconds : lifetime.kind === 'deleted' ? 0 : null;
}

function cookieOf(facts: CookieFacts, url: URL, receivedAtMs: number): HttpCookie {
  const stored = storeCookie(facts, url);
  const kept = 'kept' in stored ? stored.kept : null;
  return {
    name: facts.name,
    host: url.hostname,
    domain: kept === null || kept.hostOnly ? null : kept.domain,
    path: kept?.path ?? null,
    secure: cookieAttribute(facts, 'secure') !== undefined,
    httpOnly: cookieAttribute(facts, 'httponly') !== undefined,
    sameSite: sameSiteOf(facts),
    lifetimeSeconds: lifetimeOf(facts, receivedAtMs),
    rejected: 'rejected' in stored ? stored.rejected : null,
  };
}

/** Each cookie that a host of the target set, once for all answers that set it alike; null where nothing answered. */
export function cookiesOf({ http, target }: SomeEvidence): HttpCookie[] | null {
  if (http === undefined || target === undefined || !http.exchanges.some(({ result }) => result.ok)) return null;
  const found = new Map<string, HttpCookie>();
  for (const { url, setCookies } of http.exchanges) {
    if (setCookies === undefined || !isOwnUrl(target, url)) continue;
    for (const facts of setCookies) {
      const cookie = cookieOf(facts, new URL(url), target.startedAtMs);
      found.set(JSON.stringify({ ...cookie, lifetimeSeconds: null }), cookie);
    }
  }
  return [...found.values()].toSorted((a, b) => compareText(a.name, b.name) || compareText(a.host, b.host));
}
