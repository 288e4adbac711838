import { headerLines } from '@perimeter/protocols/http/headers/header-list';
import { parseSetCookie } from '@perimeter/protocols/http/headers/set-cookie';
import type { ReadPage } from './read-page.ts';

/** Whether the whole page was read, and has nothing that runs and nothing to fill in: injected markup has less to gain there. */
export function isInert({ facts, unread }: Pick<ReadPage, 'facts' | 'unread'>): boolean {
  if (facts === null || unread !== null) return false;
  const { inline, forms, resources } = facts;
  const runs = inline.scripts + inline.handlers + inline.javascriptUrls > 0;
  return !runs && forms.length === 0 && !resources.some(({ kind }) => kind === 'script');
}

const nested: ReadonlySet<string> = new Set(['frame', 'object', 'embed']);

/**
 * Whether a click on the page does nothing for anybody: nothing to fill in, no event handler, no other page in it, and no answer
 * sets a cookie with a name, so that the visitor who is framed is nobody in particular. Behind a login every visitor is somebody.
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
