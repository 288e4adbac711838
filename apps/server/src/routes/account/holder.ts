import { AppError } from '../../http/errors.ts';
import type { HttpRequest } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { type AccountRow, findAccount } from '../../repositories/accounts/accounts.ts';
import { accountOf } from '../session/browser.ts';
import { checkPassword } from '../session/check-password.ts';

/** The account of the requesting person, or of a key's team. Throws unauthorized if it was deleted. */
export async function requireAccount({ db }: Identity, principal: HttpRequest['principal']): Promise<AccountRow> {
  const { accountId, personId } = accountOf(principal);
  const found = await findAccount(db, personId ?? accountId);
  if (found === undefined) throw new AppError('unauthorized', { headers: { 'www-authenticate': 'Bearer' } });
  return found;
}

/**
 * The account of the requesting person, after verifying the password. Wrong guesses count against this session only, so
 * that attackers who guess elsewhere cannot prevent the holder from changing the password.
 */
export async function confirmAccount(identity: Identity, request: HttpRequest, password: string): Promise<AccountRow> {
  const { email } = await requireAccount(identity, request.principal);
  return checkPassword(identity, { email, password }, request, `session ${accountOf(request.principal).credentialId}`);
}
