import type { HttpRequest } from '../../http/http.ts';
import { hashNewPassword } from '../../credentials/passwords/new-password.ts';
import { hashToken } from '../../credentials/session-token.ts';
import type { Identity } from '../../identity/identity.ts';
import { changedMessage } from '../../mail/messages.ts';
import { findReset, useReset } from '../../repositories/accounts/password-resets.ts';
import { note } from '../session/note.ts';
import { badLink } from './bad-link.ts';
import { sendSoon } from './send-soon.ts';

/** Sets a password by a link's token, once. Throws invalid_request for a bad link or password. */
export async function resetPassword(
  identity: Identity,
  { token, newPassword }: { token: string; newPassword: string },
  { network, request }: { network: string; request: HttpRequest },
): Promise<void> {
  const { log } = request;
  const { db, nowMs, throttle, authenticator } = identity;
  const tokenHash = hashToken(token);
  const now = new Date(nowMs());
  const found = await findReset(db, tokenHash, now);
  if (found === undefined) throw badLink();
  const passwordHash = await hashNewPassword(identity, found.email, newPassword, '/newPassword');
  if (!(await useReset(db, tokenHash, passwordHash, now))) throw badLink();
  authenticator.forget(found.id);
  // Resets the count of guesses: a person who forgot the password has tried several.
  await throttle.guessedRight({ network, device: null }, found.email);
  sendSoon(identity, log, changedMessage(found.email, 'password'));
  log.info({ accountId: found.id }, 'Password reset by link');
  await note(identity, request, found.id, ['password_reset']);
}
