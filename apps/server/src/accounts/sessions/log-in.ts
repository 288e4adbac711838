import type { PasskeyAnswer, PasskeyRequest } from '@perimeter/contract/passkey';
import { requestOptions } from '../../credentials/second-factor/passkeys.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import { type AccountRow, findAccount } from '../../repositories/accounts/accounts.ts';
import type { Caller } from '../caller.ts';
import { note } from '../note.ts';
import { makeChallenge, requireRelyingParty } from '../proof/challenge.ts';
import { checkFactor, provenPasskey } from '../proof/check-factor.ts';
import { checkPassword } from '../proof/check-password.ts';
import { beginSession, endBroughtSession } from './sessions.ts';

/** Logs in with a password and, where the account has one, its second factor. Throws as checkPassword and checkFactor do. */
export async function logIn(
  identity: Identity,
  caller: Caller,
  { email, password, ...shown }: Parameters<typeof checkPassword>[1] & Parameters<typeof checkFactor>[2],
): Promise<AccountRow> {
  const account = await checkPassword(identity, { email, password }, caller);
  const hasFactor = await checkFactor(identity, account.id, shown, caller);
  await beginSession(identity, account, caller);
  await note(identity, caller, account.id, ['logged_in', hasFactor ? 'password and second factor' : 'password']);
  return account;
}

/** Of anyone's passkeys. */
const terms = { purpose: 'log in', accountId: null } as const;

/** What a browser needs to log in with a passkey. Throws passkeys_unavailable. */
export async function beginPasskeyLogIn(identity: Identity, caller: Caller): Promise<PasskeyRequest> {
  const rp = requireRelyingParty(caller);
  const challenge = await makeChallenge(identity, terms, caller);
  return { rpId: rp.id, ...(await requestOptions(rp, null, challenge)) };
}

/** Logs in with a passkey, which stands for password and second factor. Throws passkey_failed. */
export async function logInByPasskey(identity: Identity, caller: Caller, answer: PasskeyAnswer): Promise<AccountRow> {
  const passkey = await provenPasskey(identity, terms, answer, caller);
  const account = passkey === null ? undefined : await findAccount(identity.db, passkey.account_id);
  if (account === undefined || account.disabled_at !== null)
    throw new AppError('passkey_failed', { headers: { 'www-authenticate': 'Bearer' } });
  await beginSession(identity, account, caller);
  await note(identity, caller, account.id, ['logged_in', 'passkey']);
  return account;
}

/** Logs out, also who was not logged in. */
export async function logOut(identity: Identity, caller: Caller): Promise<void> {
  const accountId = await endBroughtSession(identity, caller);
  if (accountId !== undefined) await note(identity, caller, accountId, ['logged_out']);
}
