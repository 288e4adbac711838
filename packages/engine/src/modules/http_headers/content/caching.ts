import { dayMs } from '@perimeter/protocols/durations';
import { type CacheControl, parseCacheControl } from '@perimeter/protocols/http/headers/cache-control';
import { headerLines, type HeaderLines } from '@perimeter/protocols/http/headers/header-list';
import { sharedCacheLines } from '@perimeter/protocols/http/headers/cached';
import { readCookieFacts } from '@perimeter/protocols/http/cookies/cookie-facts';
import { cookieLifetime } from '@perimeter/protocols/http/cookies/cookie-lifetime';
import { storeCookie } from '@perimeter/protocols/http/cookies/store-cookie';
import { sessionCookieLines } from '@perimeter/protocols/http/headers/session-cookie';
import type { Confidence } from '@perimeter/contract/finding';
import { fail, failWhere, inconclusive, notApplicable, pass } from '../../../catalogue/outcome.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import { locationOf } from '../../derive/http/place.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { siteDocument, everyAnswer, isRendered } from '../../derive/subjects/answers.ts';
import { quoteHeaders, quoteLines } from '../../../evidence/http/quote.ts';

/** Excluded from shared caches: no-store, or private for the whole response (RFC 9111 sections 5.2.2.5 and 5.2.2.7). */
const isKeptPrivate = (control: CacheControl): boolean => control.has('no-store') || control.get('private') === null;

/** Statuses that caches may store by heuristics, without an explicit lifetime (RFC 9110 section 15.1). */
const storedByDefault: ReadonlySet<number> = new Set([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]);

/** Whether caches may store the response at all: other statuses need an explicit directive (RFC 9111 section 3). */
const isStorable = ({ response: { status }, headers }: Answer, control: CacheControl): boolean =>
  storedByDefault.has(status) ||
  ['public', 'max-age', 's-maxage'].some((name) => control.has(name)) ||
  headerLines(headers, 'Expires').length > 0;

/** When an answer was sent; without a Date header, only dates of the first day of the epoch count as past. */
const sentAtMs = (headers: HeaderLines): number => Date.parse(headerLines(headers, 'Date')[0]?.[1] ?? '') || dayMs;

/** The session cookies that browsers keep from a response: not deleted or rejected ones. */
const sessionLines = ({ headers, url }: Answer): HeaderLines =>
  sessionCookieLines(headers).filter(([, line]) => {
    const facts = readCookieFacts(line, url.protocol === 'http:' ? 'http' : 'https');
    return 'kept' in storeCookie(facts, url) && cookieLifetime(facts, sentAtMs(headers)).kind !== 'deleted';
  });

interface Sensitivity {
  what: string;
  lines: HeaderLines;
  confidence: Confidence;
}

/** Why a response should not be stored; null where there is no such sign. */
function sensitivityOf(document: Answer): Sensitivity | null {
  const cookies = sessionLines(document);
  if (cookies.length > 0) return { what: 'sets a session cookie', lines: cookies, confidence: 'confirmed' };
  if ((document.page?.passwordFields ?? 0) > 0) {
    return { what: 'contains a password field', lines: [], confidence: 'firm' };
  }
  return null;
}

export const hdrCacheSensitive = checkOf(siteDocument, {
  id: 'hdr-cache-sensitive',
  title: 'Pages with a login or session are not cacheable',
  finding: 'Page with a login or session is cacheable',
  weakness: { cvss: 'browserHardening', cwe: [525] },
  judge: (document) => {
    const { value: directives } = parseCacheControl(document.headers);
    if (!isStorable(document, directives))
      return notApplicable(`Caches do not store a response with status ${document.response.status}`);
    const sensitivity = sensitivityOf(document);
    const isPrivate = isKeptPrivate(directives);
    if (sensitivity === null) {
      if (document.unread === null || !isRendered(document))
        return notApplicable('No session cookie or password field');
      return isPrivate ? pass('The response is not cacheable') : inconclusive(document.unread);
    }
    const { what, lines, confidence } = sensitivity;
    const control = headerLines(document.headers, 'Cache-Control');
    if (isPrivate) return pass(`The response ${what} and is not cacheable`);
    return fail({
      description: `The response ${what}, but caches may store it. Expected: Cache-Control: no-store, or at least private.`,
      evidence: control.length === 0 ? quoteHeaders(document) : quoteLines(document, [...control, ...lines]),
      confidence,
    });
  },
});

/** private="set-cookie" allows shared caches to store the response, but not the cookie (RFC 9111 section 5.2.2.7). */
const keepsCookieOut = (control: CacheControl): boolean =>
  isKeptPrivate(control) || /\bset-cookie\b/i.test(`${control.get('private') ?? ''} ${control.get('no-cache') ?? ''}`);

export const hdrCacheSharedCookie = checkOf(everyAnswer, {
  id: 'hdr-cache-shared-cookie',
  title: 'Responses for shared caches set no session cookie',
  finding: 'Session cookie on a response that shared caches may store',
  weakness: { cvss: 'contentInjection', cwe: [524] },
  judge: (answers) => {
    const setting = answers.filter((answer) => sessionLines(answer).length > 0);
    if (setting.length === 0) return notApplicable('No session cookie is set');
    const places = Map.groupBy(setting, ({ url }) => `${url.origin}${url.pathname}`);
    return failWhere(
      [...places.values()],
      'No response with a session cookie allows storage in shared caches',
      ([answer]) => {
        if (answer === undefined) return null;
        const control = parseCacheControl(answer.headers).value;
        const lines = keepsCookieOut(control) ? [] : sharedCacheLines(answer.headers);
        if (lines.length === 0) return null;
        return {
          location: locationOf(answer),
          subject: answer.url.pathname,
          description:
            'The response sets a session cookie, and shared caches may store it or did store it: visitors may get the session of another visitor. Expected: Cache-Control: private or no-store with every session cookie.',
          evidence: quoteLines(answer, [...lines, ...sessionLines(answer)]),
          confidence: 'firm' as const,
        };
      },
    );
  },
});
