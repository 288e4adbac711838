import { headerLines } from '@perimeter/protocols/http/headers/header-list';
import { parseSetCookie } from '@perimeter/protocols/http/headers/set-cookie';
import type { ReadPage } from './read-page.ts';

/** Whether the whole page was read and has neither scripts nor forms: injected markup gains less there. */
export function isInert({ facts, unread }: Pick<ReadPage, 'facts' | 'unread'>): boolean {
  if (facts === null || unread !== null) return false;
  const { inline, forms, resources } = facts;
  const runs = inline.scripts + inline.handlers + inline.javascriptUrls > 0;
  return !runs && forms.length === 0 && !resources.some(({ kind }) => kind === 'script');
}

const nested: ReadonlySet<string> = new Set(['frame', 'object', 'embed']);

/**
 * Whether clickjacking the page gains nothing: it has no form, event handler or embedded page, and no response sets a cookie with
 * a name, so visitors are anonymous. Never true behind a wall, such as a login.
 */
export function isClickless(page: ReadPage): boolean {
  const { facts, unread, document } = page;
  if (facts === null || unread !== null || document.wall !== null) return false;
  const { inline, forms, resources } = facts;
  if (inline.handlers + inline.javascriptUrls > 0 || forms.length > 0) return false;
  const setsCookie = page.http.exchanges.some(
    ({ result }) =>
      result.ok &&
      headerLines(result.response.headers, 'Set-Cookie').some(
        ([, line]) => (parseSetCookie(line).value?.name ?? '') !== '',
      ),
  );
  return !setsCookie && !resources.some(({ kind }) => nested.has(kind));
}
