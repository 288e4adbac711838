import { hashNewPassword } from '../../credentials/passwords/new-password.ts';
import { hashToken } from '../../credentials/session-token.ts';
import type { Identity } from '../../identity/identity.ts';
import { changedMessage } from '../../mail/messages.ts';
import { findReset, useReset } from '../../repositories/accounts/password-resets.ts';
import { countAttempt } from '../attempt.ts';
import type { Caller } from '../caller.ts';
import { note } from '../note.ts';
import { badLink } from '../bad-link.ts';
import { sendSoon } from '../send-soon.ts';

/** Sets a password with the token of a link, once. Throws invalid_request for the link or the password, and rate_limited. */
export async function resetPassword(
  identity: Identity,
  { token, newPassword }: { token: string; newPassword: string },
  caller: Caller,
): Promise<void> {
  const { log, network } = caller;
  const { db, nowMs, throttle, authenticator } = identity;
  await countAttempt(identity, caller);
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
  await note(identity, caller, found.id, ['password_reset']);
}
