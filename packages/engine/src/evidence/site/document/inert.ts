import { headerLines } from '@perimeter/protocols/http/headers/header-list';
import { parseSetCookie } from '@perimeter/protocols/http/headers/set-cookie';
import { cookieVendor } from '../cookies/seen-cookies.ts';
import type { ReadPage } from './read-page.ts';

/** Whether the whole page was read and has neither scripts nor forms: injected markup gains less there. */
export function isInert({ facts, unread }: Pick<ReadPage, 'facts' | 'unread'>): boolean {
  if (facts === null || unread !== null) return false;
  const { inline, forms, resources } = facts;
  const runs = inline.scripts + inline.handlers + inline.javascriptUrls > 0;
  return !runs && forms.length === 0 && !resources.some(({ kind }) => kind === 'script');
}

const nested: ReadonlySet<string> = new Set(['frame', 'object', 'embed']);

/** Cookies of load balancers, bot protection and analytics say nothing about a login. */
function isOfApplication(line: string): boolean {
  const name = parseSetCookie(line).value?.name ?? '';
  return name !== '' && cookieVendor(name) === null;
}

/**
 * Whether clickjacking the page gains nothing: it has no form, event handler or embedded page, and no application sets a cookie
 * with a name, so visitors are anonymous. Never true behind a wall, such as a login.
 */
export function isClickless(page: ReadPage): boolean {
  const { facts, unread, document } = page;
  if (facts === null || unread !== null || document.wall !== null) return false;
  const { inline, forms, resources } = facts;
  if (inline.handlers + inline.javascriptUrls > 0 || forms.length > 0) return false;
  const setsCookie = page.http.exchanges.some(
    ({ result }) =>
      result.ok && headerLines(result.response.headers, 'Set-Cookie').some(([, line]) => isOfApplication(line)),
  );
  return !setsCookie && !resources.some(({ kind }) => nested.has(kind));
}
