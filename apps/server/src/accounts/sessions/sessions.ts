import { cookieField, cookieValue } from '../../credentials/cookies.ts';
import { deviceCookieField, knownDevice } from '../../credentials/device.ts';
import { hashToken, newSessionToken, sessionTokenOf } from '../../credentials/session-token.ts';
import { AppError } from '../../http/errors.ts';
import type { Identity } from '../../identity/identity.ts';
import type { AccountRow } from '../../repositories/accounts/accounts.ts';
import {
  absoluteLimitMs,
  endSession,
  endSessionOf,
  endSessions,
  insertSession,
} from '../../repositories/accounts/sessions.ts';
import { accountOf, type Caller, personOf } from '../caller.ts';
import { note } from '../note.ts';

/** Ends the session that a browser came with, if there is one; whose it was. */
export async function endBroughtSession(
  { db, authenticator }: Identity,
  { cookies, sentCookies }: Caller,
): Promise<string | undefined> {
  const token = sessionTokenOf(cookies, sentCookies);
  const accountId = token === null || token === '' ? undefined : await endSession(db, hashToken(token));
  if (accountId !== undefined) authenticator.forget(accountId);
  return accountId;
}

/**
 * Signs the browser in under a token that nobody has seen before, and ends the session that it came with: anyone who
 * planted or watched that one gains nothing.
 */
export async function beginSession(
  identity: Identity,
  { id: accountId, email }: Pick<AccountRow, 'id' | 'email'>,
  caller: Caller,
): Promise<void> {
  const { db, nowMs, secret, secrets } = identity;
  const { cookies, sentCookies, userAgent, network } = caller;
  const token = newSessionToken();
  await insertSession(db, { tokenHash: hashToken(token), accountId, userAgent, network, now: new Date(nowMs()) });
  await endBroughtSession(identity, caller);
  caller.setCookie(cookieField(cookies.session, token, absoluteLimitMs / 1_000));
  if (knownDevice(cookieValue(cookies.device, sentCookies), secrets, email) === null)
    caller.setCookie(deviceCookieField(cookies, secret, email));
}

/** Ends the sessions of who is logged in: all, or all others. */
export async function endEverySession(
  identity: Identity,
  caller: Caller,
  { keepsOwn }: { keepsOwn: boolean },
): Promise<void> {
  const [accountId, { credentialId }] = [personOf(caller.principal), accountOf(caller.principal)];
  await endSessions(identity.db, accountId, keepsOwn ? Buffer.from(credentialId, 'hex') : null);
  identity.authenticator.forget(accountId);
  await note(identity, caller, accountId, ['sessions_ended', keepsOwn ? 'all others' : 'all']);
}

/** Ends the session of who is logged in whose hash begins so. Throws not_found. */
export async function endNamedSession(identity: Identity, caller: Caller, start: Buffer): Promise<void> {
  const accountId = personOf(caller.principal);
  if (!(await endSessionOf(identity.db, accountId, start))) throw new AppError('not_found');
  identity.authenticator.forget(accountId);
  await note(identity, caller, accountId, ['sessions_ended', 'one']);
}
