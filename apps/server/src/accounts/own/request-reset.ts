import { hashToken, newSessionToken } from '../../credentials/session-token.ts';
import type { Identity } from '../../identity/identity.ts';
import { resetMessage } from '../../mail/messages.ts';
import { findAccountByEmail } from '../../repositories/accounts/accounts.ts';
import { insertReset } from '../../repositories/accounts/password-resets.ts';
import { countAttempt } from '../attempt.ts';
import type { Caller } from '../caller.ts';
import { note } from '../note.ts';

const validForMs = 30 * 60 * 1_000;

/** Sends a link to an address if it is somebody's, and not too often. */
async function sendLink(identity: Identity, email: string, caller: Caller): Promise<void> {
  const { db, nowMs, throttle, mailer, linkOrigin } = identity;
  const found = await findAccountByEmail(db, email);
  if (found === undefined || !(await throttle.mayWriteTo(email))) return;
  const token = newSessionToken();
  const expiresAt = new Date(nowMs() + validForMs);
  await note(identity, caller, found.id, ['password_reset_requested']);
  await insertReset(db, { tokenHash: hashToken(token), accountId: found.id, expiresAt });
  await mailer.send(resetMessage(email, linkOrigin(), token));
}

/** Has a link sent that resets the password of an address, if it is somebody's. Throws rate_limited. */
export async function requestReset(identity: Identity, email: string, caller: Caller): Promise<void> {
  await countAttempt(identity, caller);
  // Not waited for: how long it takes would tell whether there is such an account.
  sendLink(identity, email, caller).catch((error: unknown) =>
    caller.log.error({ err: error }, 'Sending a password link failed'),
  );
}
