import { hashNewPassword } from '../../credentials/passwords/new-password.ts';
import type { HttpReply, HttpRequest } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { changedMessage } from '../../mail/messages.ts';
import type { AccountRow } from '../../repositories/accounts/accounts.ts';
import { setPassword } from '../../repositories/accounts/passwords.ts';
import { note } from '../session/note.ts';
import { beginSession } from '../session/browser.ts';
import { sendSoon } from './send-soon.ts';

/** Sets a password, ends all sessions and starts a new one for this browser. Throws invalid_request for a weak one. */
export async function changePassword(
  identity: Identity,
  account: AccountRow,
  newPassword: string,
  { request, reply }: { request: HttpRequest; reply: HttpReply },
): Promise<void> {
  await setPassword(
    identity.db,
    account.id,
    await hashNewPassword(identity, account.email, newPassword, '/newPassword'),
  );
  identity.authenticator.forget(account.id);
  await beginSession(identity, account, request, reply);
  sendSoon(identity, request.log, changedMessage(account.email, 'password'));
  request.log.info({ accountId: account.id }, 'Password changed');
  await note(identity, request, account.id, ['password_changed']);
}
