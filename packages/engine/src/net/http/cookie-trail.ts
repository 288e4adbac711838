import { readCookieFacts } from '@perimeter/protocols/http/cookies/cookie-facts';
import { splitCookie } from '@perimeter/protocols/http/headers/set-cookie';
import { type ResponseHead, fieldValues } from '@perimeter/protocols/http/message-head';
import type { HttpExchange } from '../../evidence/http/schema.ts';

/** Cookies that the hosts of one redirect chain set; each is sent only to the host that set it. */
export interface CookieTrail {
  collect: (url: URL, setCookies: readonly string[]) => void;
  /** Cookie header value for a URL, or undefined where its host set none. */
  headerFor: (url: URL) => string | undefined;
}

/** For all cookies of a host together. */
const maxHeaderBytes = 4096;

/** Characters allowed in a Cookie header (RFC 10025 section 4.2.1), as enforced by our serializer. */
const sendable = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** An empty trail. */
export function createCookieTrail(): CookieTrail {
  const byHost = new Map<string, Map<string, string>>();
  return {
    collect: (url, setCookies) => {
      const cookies = byHost.get(url.hostname) ?? new Map<string, string>();
      byHost.set(url.hostname, cookies);
      for (const line of setCookies) {
        const pair = splitCookie(line).cookie.trim();
        if (sendable.test(pair) && pair.length <= maxHeaderBytes) cookies.set(pair.split('=', 1)[0] ?? '', pair);
      }
    },
    headerFor: (url) => {
      const pairs = [...(byHost.get(url.hostname)?.values() ?? [])];
      const header = pairs.join('; ');
      return header === '' || header.length > maxHeaderBytes ? undefined : header;
    },
  };
}

/** More cookies than browsers keep for a site (RFC 10025 section 6.1: at least 50; 180 in browsers). */
const maxCookies = 200;

/** Facts of a response's cookies, without their values. */
export function cookiesOf(head: ResponseHead, { protocol }: URL): Pick<HttpExchange, 'setCookies'> {
  const lines = fieldValues(head, 'set-cookie').slice(0, maxCookies);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  return lines.length === 0 ? {} : { setCookies: lines.map((line) => readCookieFacts(line, scheme)) };
}
