import type { AccountPrincipal } from '../../../credentials/principal.ts';
import { AppError } from '../../../http/errors.ts';
import type { HttpReply, HttpRequest } from '../../../http/http.ts';
import { originEvidence } from '../../../plugins/access/origin.ts';
import type { PageParts } from '../options.ts';
import { accountFor } from '../signed-in.ts';

/** Throws if a page of another site may have sent a form. */
export function requireOwnOrigin({ identity }: Pick<PageParts, 'identity'>, { headers }: HttpRequest): void {
  if (originEvidence(headers, identity.publicOrigin) !== 'own') throw new AppError('forbidden_origin');
}

/**
 * The account that sent a form of the dashboard; null: the browser was redirected to the login. Throws
 * forbidden_origin, and account_leaving for an account that is scheduled for deletion.
 */
export function requireOwnForm(parts: PageParts, request: HttpRequest, reply: HttpReply): AccountPrincipal | null {
  requireOwnOrigin(parts, request);
  const account = accountFor(parts, request, reply);
  if (account?.isLeaving === true) throw new AppError('account_leaving');
  return account;
}
