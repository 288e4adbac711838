import type { Account } from '@perimeter/contract/account/account';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieField, cookieValue } from '../../credentials/cookies.ts';
import { deviceCookieField, knownDevice } from '../../credentials/device.ts';
import { hashToken, newSessionToken, sessionTokenOf } from '../../credentials/session-token.ts';
import { AppError } from '../../http/errors.ts';
import { namedBy, networkFrom } from './note.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Principal } from '../../credentials/principal.ts';
import type { AccountRow } from '../../repositories/accounts/accounts.ts';
import { absoluteLimitMs, endSession, insertSession } from '../../repositories/accounts/sessions.ts';

/** The principal on routes that require an account. */
export type SignedIn = Extract<Principal, { kind: 'account' }>;

/** The account that a request acts for. Throws unauthorized for anonymous callers. */
export function accountOf(principal: Principal): SignedIn {
  if (principal.kind === 'account') return principal;
  throw new AppError('unauthorized');
}

/** The account of the logged-in person. Throws unauthorized for keys and anonymous callers. */
export function personOf(principal: Principal): string {
  const { personId } = accountOf(principal);
  if (personId === null) throw new AppError('unauthorized');
  return personId;
}

/** Throws if the address of a caller's account is unconfirmed, or the account is scheduled for deletion. */
export function requireConfirmed(principal: Principal): void {
  if (principal.kind === 'account' && !principal.isConfirmed) throw new AppError('email_unconfirmed');
  if (principal.kind === 'account' && principal.isLeaving) throw new AppError('account_leaving');
}

/** An account in the API. */
export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  plan: row.plan,
  isAdmin: row.is_admin,
  isConfirmed: row.confirmed_at !== null,
  createdAt: row.created_at.getTime(),
  deletesAt: row.leaves_at?.getTime() ?? null,
});

/** Ends the session that a request carries, if any; returns its account. */
export async function endBroughtSession(
  { db, authenticator }: Identity,
  token: string | null,
): Promise<string | undefined> {
  const accountId = token === null || token === '' ? undefined : await endSession(db, hashToken(token));
  if (accountId !== undefined) authenticator.forget(accountId);
  return accountId;
}

/**
 * Logs the browser in with a new token, and ends the session that it had: an attacker who planted or observed the old
 * token gains nothing (session fixation).
 */
export async function beginSession(
  identity: Identity,
  { id: accountId, email }: Pick<AccountRow, 'id' | 'email'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { db, nowMs, secret, secrets } = identity;
  const token = newSessionToken();
  const cookies = identity.cookiesOf(request);
  const { cookie } = request.headers;
  const brought = sessionTokenOf(cookies, cookie);
  const userAgent = namedBy(request);
  const network = networkFrom(request);
  await insertSession(db, { tokenHash: hashToken(token), accountId, userAgent, network, now: new Date(nowMs()) });
  await endBroughtSession(identity, brought);
  reply.header('set-cookie', cookieField(cookies.session, token, absoluteLimitMs / 1_000));
  if (knownDevice(cookieValue(cookies.device, cookie), secrets, email) === null)
    reply.header('set-cookie', deviceCookieField(cookies, secret, email));
}
