import type { AccountPrincipal } from '../../../credentials/principal.ts';
import { AppError } from '../../../http/errors.ts';
import type { HttpReply, HttpRequest } from '../../../http/http.ts';
import { originEvidence } from '../../../plugins/access/origin.ts';
import type { PageParts } from '../options.ts';
import { accountFor } from '../signed-in.ts';

/** Throws where a page of another site may have sent a form. */
export function requireOwnOrigin({ identity }: Pick<PageParts, 'identity'>, { headers }: HttpRequest): void {
  if (originEvidence(headers, identity.publicOrigin) !== 'own') throw new AppError('forbidden_origin');
}

/** Who sends a form of our own pages; null: the browser was sent to log in. Throws forbidden_origin, and account_leaving for who changes nothing any more. */
export function requireOwnForm(parts: PageParts, request: HttpRequest, reply: HttpReply): AccountPrincipal | null {
  requireOwnOrigin(parts, request);
  const account = accountFor(parts, request, reply);
  if (account?.isLeaving === true) throw new AppError('account_leaving');
  return account;
}
