import { hashToken, newSessionToken } from '../../credentials/session-token.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import { changedMessage, confirmEmailMessage, emailRequestedMessage, emailWantedMessage } from '../../mail/messages.ts';
import { type AccountRow, findAccountByEmail } from '../../repositories/accounts/accounts.ts';
import {
  cancelEmailChange,
  confirmEmailChange,
  requestEmailChange,
} from '../../repositories/accounts/email-changes.ts';
import { countAttempt } from '../attempt.ts';
import type { ActLog, Caller } from '../caller.ts';
import { note } from '../note.ts';
import { badLink } from '../bad-link.ts';
import { sendSoon } from '../send-soon.ts';

const validForMs = 60 * 60 * 1_000;

/**
 * Sends a confirmation link to the new address and a notice to the old one; requesting the current address cancels a
 * request. For an address of another account the answer is the same, and its holder gets a message without a link, so
 * that nobody learns which addresses have accounts. Throws mail_not_configured or rate_limited.
 */
export async function changeEmail(identity: Identity, account: AccountRow, email: string, log: ActLog): Promise<void> {
  const { db, nowMs, throttle, mailer, linkOrigin } = identity;
  if (email === account.email) {
    await cancelEmailChange(db, account.id);
    return;
  }
  if (!mailer.delivers) {
    throw new AppError('mail_not_configured', {
      detail: 'Ask the operator to run: npm run admin -- change-email <current address> <new address>',
    });
  }
  await throttle.changeEmail(account.id);
  await throttle.writeTo(email);
  const isTaken = (await findAccountByEmail(db, email)) !== undefined;
  const token = newSessionToken();
  const expiresAt = new Date(nowMs() + validForMs);
  await requestEmailChange(db, {
    account_id: account.id,
    token_hash: hashToken(token),
    email,
    expires_at: expiresAt,
  });
  // For an address that is taken, the stored token is never sent.
  sendSoon(identity, log, isTaken ? emailWantedMessage(email) : confirmEmailMessage(email, linkOrigin(), token));
  // To the old address, because an attacker with the account controls the new one.
  if (await throttle.mayNotify(account.email)) sendSoon(identity, log, emailRequestedMessage(account.email));
  log.info({ accountId: account.id }, 'Change of e-mail address requested');
}

/** Gives an account the address that a token was sent to, and tells the old one. Throws invalid_request or email_taken. */
export async function confirmEmail(identity: Identity, token: string, caller: Caller): Promise<void> {
  const { log } = caller;
  await countAttempt(identity, caller);
  const changed = await confirmEmailChange(identity.db, hashToken(token), new Date(identity.nowMs()));
  if (changed === null) throw badLink();
  if (changed === 'taken') throw new AppError('email_taken');
  identity.authenticator.forget(changed.accountId);
  if (changed.before !== changed.after) sendSoon(identity, log, changedMessage(changed.before, 'e-mail address'));
  log.info({ accountId: changed.accountId }, 'E-mail address confirmed by link');
  const kind = changed.before === changed.after ? 'email_confirmed' : 'email_changed';
  await note(identity, caller, changed.accountId, [kind, changed.after]);
}
