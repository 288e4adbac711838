import { isBelowDomain } from '../../domain/below.ts';
import { registrableDomainOf } from '../../domain/name.ts';
import { type CookieFacts, cookieAttribute, type LineRejection } from './cookie-facts.ts';

/** Why a browser drops a cookie (RFC 10025 section 5.7). */
export type CookieRejection =
  | LineRejection
  | 'domain-not-ascii'
  | 'domain-public-suffix'
  | 'domain-mismatch'
  | 'secure-over-http'
  | 'same-site-none-without-secure'
  | 'partitioned-without-secure'
  | 'secure-prefix'
  | 'host-prefix'
  | 'http-prefix'
  | 'host-http-prefix';

/** A cookie as a browser keeps it. */
export interface StoredCookie {
  name: string;
  /** The host that set it, or the domain that it names. */
  domain: string;
  hostOnly: boolean;
  path: string;
  secure: boolean;
  httpOnly: boolean;
  partitioned: boolean;
  /** default: no value, or one that browsers do not know. */
  sameSite: 'strict' | 'lax' | 'none' | 'default';
}

export type Storing = { kept: StoredCookie } | { rejected: CookieRejection };

// oxlint-disable-next-line no-control-regex -- ASCII is a range that begins with controls
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

const isAddress = (host: string): boolean => host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host);

/** RFC 10025 section 5.1.3: the same name, or one below it; an address has nothing below it. */
export const domainMatches = (host: string, domain: string): boolean =>
  host === domain || (!isAddress(host) && isBelowDomain(host, domain));

/** RFC 10025 section 5.1.4. */
function defaultPath(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash <= 0 ? '/' : path.slice(0, slash);
}

/** The domain that a cookie is sent to: empty for its host alone. Browsers reject suffixes under which others register names. */
function domainOf(facts: CookieFacts, host: string): { domain: string } | { rejected: CookieRejection } {
  const attribute = cookieAttribute(facts, 'domain') ?? '';
  if (!isAscii(attribute)) return { rejected: 'domain-not-ascii' };
  const domain = attribute.replace(/^\./, '').toLowerCase();
  if (domain === '') return { domain };
  if (!isAddress(domain) && registrableDomainOf(domain) === null) {
    return domain === host ? { domain: '' } : { rejected: 'domain-public-suffix' };
  }
  return domainMatches(host, domain) ? { domain } : { rejected: 'domain-mismatch' };
}

const sameSites = { strict: 'strict', lax: 'lax', none: 'none' } as const;

function sameSiteOf(facts: CookieFacts): StoredCookie['sameSite'] {
  const value = cookieAttribute(facts, 'samesite')?.toLowerCase();
  return value === 'strict' || value === 'lax' || value === 'none' ? sameSites[value] : 'default';
}

/** Prefixes and their requirements; names are compared without case, the longer first. */
const prefixes: readonly (readonly [
  prefix: string,
  rejection: CookieRejection,
  needs: readonly ('host' | 'http')[],
])[] = [
  ['__secure-', 'secure-prefix', []],
  ['__host-http-', 'host-http-prefix', ['host', 'http']],
  ['__host-', 'host-prefix', ['host']],
  ['__http-', 'http-prefix', ['http']],
];

/** RFC 10025 sections 4.1.3 and 5.7, and the draft "Cookies: HTTP State Management Mechanism" for those with http. */
function brokenPrefix(cookie: StoredCookie, hasPath: boolean): CookieRejection | null {
  const name = cookie.name.toLowerCase();
  const row = prefixes.find(([prefix]) => name.startsWith(prefix));
  if (row === undefined) return null;
  const [, rejection, needs] = row;
  const isHost = cookie.hostOnly && hasPath && cookie.path === '/';
  const keeps = cookie.secure && (!needs.includes('host') || isHost) && (!needs.includes('http') || cookie.httpOnly);
  return keeps ? null : rejection;
}

function flawOf(cookie: StoredCookie, facts: CookieFacts): CookieRejection | null {
  if (cookie.secure && facts.scheme === 'http') return 'secure-over-http';
  if (cookie.sameSite === 'none' && !cookie.secure) return 'same-site-none-without-secure';
  // CHIPS: the attribute has no meaning without Secure, and Chromium drops the cookie silently.
  if (cookie.partitioned && !cookie.secure) return 'partitioned-without-secure';
  return brokenPrefix(cookie, cookieAttribute(facts, 'path') === '/');
}

/** A browser's handling of a cookie that the answer to a request of this URL set (RFC 10025 section 5.7), with an empty jar. */
export function storeCookie(facts: CookieFacts, url: URL): Storing {
  if (facts.rejection !== null) return { rejected: facts.rejection };
  const host = url.hostname;
  const scope = domainOf(facts, host);
  if ('rejected' in scope) return scope;
  const path = cookieAttribute(facts, 'path') ?? '';
  const has = (name: string): boolean => cookieAttribute(facts, name) !== undefined;
  const cookie: StoredCookie = {
    name: facts.name,
    domain: scope.domain === '' ? host : scope.domain,
    hostOnly: scope.domain === '',
    path: path.startsWith('/') ? path : defaultPath(url.pathname),
    secure: has('secure'),
    httpOnly: has('httponly'),
    partitioned: has('partitioned'),
    sameSite: sameSiteOf(facts),
  };
  const rejected = flawOf(cookie, facts);
  return rejected === null ? { kept: cookie } : { rejected };
}
