import { orWithoutForVisitors } from '../database/without.ts';
import { AppError } from '../http/errors.ts';
import type { Authenticator } from './authenticator.ts';
import type { Cookies } from './cookies.ts';
import type { AccountPrincipal, Principal } from './principal.ts';
import { clearedCookieField } from './session-token.ts';

// RFC 6750 section 2.1; the scheme is case-insensitive (RFC 9110 section 11.1).
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** The key in an Authorization field; undefined where it holds none. */
export const keyOf = (field: string): string | undefined => bearer.exec(field)?.[1];

/** The WWW-Authenticate field of a 401 (RFC 6750 section 3). */
export const challenge = (error = ''): Record<string, string> => ({
  'www-authenticate': error === '' ? 'Bearer' : `Bearer error="${error}"`,
});

/**
 * The principal of an Authorization field. Throws unauthorized: a request with a bad key is never handled as anonymous
 * (RFC 6750 section 3.1).
 */
export async function holderOfField(
  authenticator: Authenticator,
  field: string,
  network: string,
): Promise<AccountPrincipal> {
  const key = keyOf(field);
  const holder = key === undefined ? null : await authenticator.byKey(key, network);
  if (holder !== null) return holder;
  throw new AppError('unauthorized', {
    detail: 'The Authorization header must be Bearer with a valid key',
    headers: challenge('invalid_token'),
  });
}

/** The principal of a session. Throws unauthorized, and clears the cookie of a session that has ended. */
export async function holderOfSession(
  authenticator: Authenticator,
  cookies: Cookies,
  token: string,
  network: string,
): Promise<AccountPrincipal> {
  const holder = await authenticator.bySession(token, network);
  if (holder !== null) return holder;
  throw new AppError('unauthorized', {
    detail: 'The session has ended: log in again',
    headers: { ...challenge(), 'set-cookie': clearedCookieField(cookies) },
  });
}

/**
 * The principal that reads a page: anonymous if the session has ended, and on pages for visitors also if it cannot be
 * looked up.
 */
export async function readerOf(
  authenticator: Authenticator,
  token: string,
  network: string,
  isVisitor: boolean,
): Promise<Principal> {
  const lookingUp = authenticator.bySession(token, network);
  const holder = await (isVisitor ? orWithoutForVisitors(lookingUp, null) : lookingUp);
  return holder ?? { kind: 'anonymous', network };
}
