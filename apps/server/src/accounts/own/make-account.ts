import type { signUpBody } from '@perimeter/contract/account/account';
import type { z } from 'zod';
import { hashToken } from '../../credentials/session-token.ts';
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
import { findInvitation, takeInvitation } from '../../repositories/teams/invitations.ts';

type SignUp = z.infer<typeof signUpBody>;

const wrongToken = {
  pointer: '/setupToken',
  message: 'The first account needs the setup token that the service printed when it started',
};

const takenAddress = (): AppError =>
  new AppError('email_taken', {
    errors: [{ pointer: '/email', message: 'This e-mail address has an account: log in, or reset its password' }],
  });

/** Throws where an address is not invited: before anything tells who has an account. */
async function requireInvitation({ db, nowMs }: Identity, email: string, invitation: string): Promise<void> {
  const found = await findInvitation(db, hashToken(invitation), new Date(nowMs()));
  if (found === undefined) throw new AppError('invitation_not_found');
  if (found.email !== email) throw new AppError('invitation_of_another');
}

/**
 * Creates the account of an invited address and its membership in one transaction. The address counts as confirmed: the
 * inviter vouches for it, or the link was mailed to it.
 */
async function signUpInvited(
  { db, nowMs, signup, confirmsAddresses, mailer }: Identity,
  made: { email: string; passwordHash: string },
  invitation: string,
): Promise<AccountRow> {
  const tokenHash = hashToken(invitation);
  return db.transaction().execute(async (trx) => {
    // A link that came by mail proves the address; with open sign-up and without mail delivery of the link, the address
    // must be confirmed like any other.
    const isUnconfirmed = signup === 'open' && confirmsAddresses && !mailer.delivers;
    const account = await insertAccount(trx, { ...made, isAdmin: false, isUnconfirmed });
    if (account === undefined) throw takenAddress();
    const taken = await takeInvitation(trx, { tokenHash, personId: account.id, now: new Date(nowMs()) });
    if (taken === 'none') throw new AppError('invitation_not_found');
    if (taken === 'of-another') throw new AppError('invitation_of_another');
    return account;
  });
}

/** Creates an account. Throws signup_closed, email_taken, or invalid_request for a weak password. */
export async function signUp(identity: Identity, body: SignUp): Promise<AccountRow> {
  const { db, signup, secret, confirmsAddresses } = identity;
  const { email, password, setupToken, invitation } = body;
  const isFirst = await hasNoAccount(db);
  if (isFirst ? !isSetupToken(setupToken ?? '', secret) : signup === 'closed' && invitation === undefined) {
    throw new AppError('signup_closed', isFirst ? { errors: [wrongToken] } : { detail: 'Contact the operator' });
  }
  if (invitation !== undefined) await requireInvitation(identity, email, invitation);
  const passwordHash = await hashNewPassword(identity, email, password, '/password');
  if (invitation !== undefined) return signUpInvited(identity, { email, passwordHash }, invitation);
  const made = await (isFirst
    ? insertFirstAccount(db, { email, passwordHash })
    : insertAccount(db, { email, passwordHash, isAdmin: false, isUnconfirmed: confirmsAddresses }));
  if (made !== undefined) return made;
  throw isFirst ? new AppError('signup_closed') : takenAddress();
}
