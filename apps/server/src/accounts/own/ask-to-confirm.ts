import { dayMs } from '@perimeter/protocols/durations';
import { hashToken, newSessionToken } from '../../credentials/session-token.ts';
import type { Identity } from '../../identity/identity.ts';
import { welcomeMessage } from '../../mail/messages.ts';
import type { AccountRow } from '../../repositories/accounts/accounts.ts';
import { requestEmailChange } from '../../repositories/accounts/email-changes.ts';
import type { ActLog } from '../caller.ts';
import { sendSoon } from '../send-soon.ts';

const validForMs = dayMs;

/** Sends the confirmation link of a new account, replacing an earlier one. Throws rate_limited. */
export async function askToConfirm(
  identity: Identity,
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
  log: ActLog,
): Promise<void> {
  const { db, nowMs, throttle, linkOrigin } = identity;
  await throttle.writeTo(email);
  const token = newSessionToken();
  const expiresAt = new Date(nowMs() + validForMs);
  await requestEmailChange(db, { account_id: id, token_hash: hashToken(token), email, expires_at: expiresAt });
  sendSoon(identity, log, welcomeMessage(email, linkOrigin(), token));
}
