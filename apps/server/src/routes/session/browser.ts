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

/** Signed-in principals of routes that only they reach. */
export type SignedIn = Extract<Principal, { kind: 'account' }>;

/** The account that a request is made for. Throws unauthorized where the route let anybody in. */
export function accountOf(principal: Principal): SignedIn {
  if (principal.kind === 'account') return principal;
  throw new AppError('unauthorized');
}

/** The account of who is logged in. Throws unauthorized where a key or nobody known makes the request. */
export function personOf(principal: Principal): string {
  const { personId } = accountOf(principal);
  if (personId === null) throw new AppError('unauthorized');
  return personId;
}

/** Throws where the address of a caller's account has still to be confirmed, or the account is to be deleted. */
export function requireConfirmed(principal: Principal): void {
  if (principal.kind === 'account' && !principal.isConfirmed) throw new AppError('email_unconfirmed');
  if (principal.kind === 'account' && principal.isLeaving) throw new AppError('account_leaving');
}

/** Ends the session that a browser came with, if there is one; whose it was. */
export async function endBroughtSession(
  { db, authenticator }: Identity,
  token: string | null,
): Promise<string | undefined> {
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
