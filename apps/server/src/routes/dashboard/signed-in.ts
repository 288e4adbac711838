import type { AccountPrincipal } from '../../credentials/principal.ts';
import type { HttpReply, HttpRequest } from '../../http/http.ts';
import type { PageParts } from './options.ts';

/** The account that requests a page; null: the browser was redirected to the login, and returns afterwards. */
export function accountFor(
  { web }: Pick<PageParts, 'web'>,
  { principal, url }: HttpRequest,
  reply: HttpReply,
): AccountPrincipal | null {
  if (principal.kind === 'account') return principal;
  void reply.redirect(`${web.basePath}/sign-in?next=${encodeURIComponent(url)}`, 303);
  return null;
}
