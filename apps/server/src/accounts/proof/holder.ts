import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import { type AccountRow, findAccount } from '../../repositories/accounts/accounts.ts';
import { accountOf, type Caller } from '../caller.ts';
import { checkPassword } from './check-password.ts';

const wrongPassword = {
  pointer: '/currentPassword',
  message: 'This is not your current password',
  reason: 'wrong_password',
};

/** The account of who makes a request, of a key that of its team. Throws unauthorized when it is gone. */
export async function requireAccount({ db }: Identity, principal: Caller['principal']): Promise<AccountRow> {
  const { accountId, personId } = accountOf(principal);
  const found = await findAccount(db, personId ?? accountId);
  if (found === undefined) throw new AppError('unauthorized', { headers: { 'www-authenticate': 'Bearer' } });
  return found;
}

/**
 * The account of the requesting person, after verifying the password. Wrong guesses count against this session only, so
 * that attackers who guess elsewhere cannot prevent the holder from changing the password.
 */
export async function confirmAccount(identity: Identity, caller: Caller, password: string): Promise<AccountRow> {
  const { email } = await requireAccount(identity, caller.principal);
  try {
    const known = `session ${accountOf(caller.principal).credentialId}`;
    return await checkPassword(identity, { email, password }, caller, known);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'login_failed') throw error;
    throw new AppError('login_failed', { ...error.details, errors: [wrongPassword] });
  }
}
