import type { signUpBody } from '@perimeter/contract/account/account';
import type { z } from 'zod';
import { hashNewPassword } from '../../credentials/passwords/new-password.ts';
import { isSetupToken } from '../../credentials/setup-token.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import {
  hasNoAccount,
  insertAccount,
  insertFirstAccount,
  type AccountRow,
} from '../../repositories/accounts/accounts.ts';

type SignUp = z.infer<typeof signUpBody>;

/** Makes an account. Throws signup_closed, email_taken, or invalid_request for a password that is not taken. */
export async function signUp(identity: Identity, body: SignUp): Promise<AccountRow> {
  const { db, signup, secret, confirmsAddresses } = identity;
  const { email, password, setupToken } = body;
  const isFirst = await hasNoAccount(db);
  if (isFirst ? !isSetupToken(setupToken ?? '', secret) : signup === 'closed') {
    throw new AppError('signup_closed', {
      detail: isFirst ? 'The first account needs the setup token printed at start' : 'Contact the operator',
    });
  }
  const passwordHash = await hashNewPassword(identity, email, password, '/password');
  const made = await (isFirst
    ? insertFirstAccount(db, { email, passwordHash })
    : insertAccount(db, { email, passwordHash, isAdmin: false, isUnconfirmed: confirmsAddresses }));
  if (made !== undefined) return made;
  throw new AppError(isFirst ? 'signup_closed' : 'email_taken');
}
