import { type ResponseHead, fieldValues } from '@perimeter/protocols/http/message-head';
import type { HttpChain } from '../../evidence/http/schema.ts';
import { createCookieTrail } from './cookie-trail.ts';
import type { Fetch, Fetched } from './fetch.ts';
import { badPorts } from './ports.data.ts';
import { portOf } from './request.ts';
import { isRedirectStatus } from '@perimeter/protocols/http/redirect-status';

/** Most redirects that one chain follows. */
export const maxRedirects = 10;

type Next = { kind: 'final' } | { kind: 'bad-location' } | { kind: 'url'; url: URL };

/** Location's bytes are usually UTF-8; otherwise Latin-1. */
function utf8Of(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? latin1 : text;
}

/** The target of a redirect: only http and https, and only ports that browsers allow (Fetch section 2.9). */
export function nextUrl(head: ResponseHead, from: URL): Next {
  if (!isRedirectStatus(head.status)) return { kind: 'final' };
  const locations = new Set(fieldValues(head, 'location'));
  const [location] = locations;
  if (location === undefined) return { kind: 'final' };
  if (locations.size > 1 || location === '') return { kind: 'bad-location' };
  const resolved = utf8Of(location);
  if (!URL.canParse(resolved, from.href)) return { kind: 'bad-location' };
  const url = new URL(resolved, from.href);
  if (!/^https?:$/.test(url.protocol) || badPorts.has(portOf(url))) return { kind: 'bad-location' };
  url.hash = '';
  url.username = '';
  url.password = '';
  return { kind: 'url', url };
}

/** A chain of fetches from a URL along its redirects. */
export interface FollowedChain {
  hops: Fetched[];
  /** The URL of the last hop. */
  last: URL;
  ended: HttpChain['ended'];
}

const failureEnd = (fetched: Fetched): HttpChain['ended'] => {
  const { result } = fetched.exchange.facts;
  return !result.ok && result.failure.reason === 'blocked' ? 'blocked' : 'failed';
};

/**
 * Follows redirects hop by hop, each through the guard. Cookies are sent only on a return to a URL, where their absence
 * may cause the loop.
 */
export async function followRedirects(fetch: Fetch, start: URL): Promise<FollowedChain> {
  const hops: Fetched[] = [];
  const cookies = createCookieTrail();
  const visited = new Map<string, string | undefined>();
  for (let url = start; ;) {
    const cookie = visited.has(url.href) ? cookies.headerFor(url) : undefined;
    if (visited.has(url.href) && visited.get(url.href) === cookie) return { hops, last: url, ended: 'loop' };
    if (hops.length > maxRedirects) return { hops, last: url, ended: 'too-many-redirects' };
    visited.set(url.href, cookie);
    const fetched = await fetch(url, cookie);
    hops.push(fetched);
    const { head } = fetched.exchange;
    if (head === null) return { hops, last: url, ended: failureEnd(fetched) };
    cookies.collect(url, fieldValues(head, 'set-cookie'));
    const next = nextUrl(head, url);
    if (next.kind !== 'url') return { hops, last: url, ended: next.kind };
    url = next.url;
  }
}
