import { hashNewPassword } from '../../credentials/passwords/new-password.ts';
import type { Identity } from '../../identity/identity.ts';
import { changedMessage } from '../../mail/messages.ts';
import type { AccountRow } from '../../repositories/accounts/accounts.ts';
import { setPassword } from '../../repositories/accounts/passwords.ts';
import type { Caller } from '../caller.ts';
import { note } from '../note.ts';
import { beginSession } from '../sessions/sessions.ts';
import { sendSoon } from '../send-soon.ts';

/** Sets a password, ends all sessions and starts a new one for this browser. Throws invalid_request for a weak one. */
export async function changePassword(
  identity: Identity,
  account: AccountRow,
  newPassword: string,
  caller: Caller,
): Promise<void> {
  await setPassword(
    identity.db,
    account.id,
    await hashNewPassword(identity, account.email, newPassword, '/newPassword'),
  );
  identity.authenticator.forget(account.id);
  await beginSession(identity, account, caller);
  sendSoon(identity, caller.log, changedMessage(account.email, 'password'));
  caller.log.info({ accountId: account.id }, 'Password changed');
  await note(identity, caller, account.id, ['password_changed']);
}
