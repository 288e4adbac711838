import { hash, randomBytes } from 'node:crypto';
import { cookieField, cookieValue, type Cookies } from './cookies.ts';

// 32 bytes in base64url.
const wellFormed = /^[A-Za-z0-9_-]{43}$/;

/** 32 random bytes; everything about the session is stored in the table. */
export const newSessionToken = (): string => randomBytes(32).toString('base64url');

/** The stored hash of a token: plain SHA-256, because a random token cannot be guessed. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The Set-Cookie field that deletes the session cookie. */
export const clearedCookieField = ({ session }: Cookies): string => cookieField(session, '', 0);

/**
 * What the browser clears at log-out (Clear-Site-Data section 3.1). Other cookies stay: the device cookie lets its
 * holder log in while attackers guess, and other services of the domain may have set the rest.
 */
export const forgetSite = '"cache", "storage"';

/** The session token of a Cookie field: null without the cookie, empty if its value is malformed. */
export function sessionTokenOf({ session }: Cookies, field: string | undefined): string | null {
  const value = cookieValue(session, field);
  return value === null || wellFormed.test(value) ? value : '';
}
