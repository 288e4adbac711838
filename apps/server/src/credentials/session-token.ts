import { hash, randomBytes } from 'node:crypto';
import { cookieField, cookieValue, type Cookies } from './cookies.ts';

// 32 bytes in base64url.
const wellFormed = /^[A-Za-z0-9_-]{43}$/;

/** 32 random bytes: the whole meaning of a session is in the table. */
export const newSessionToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token; SHA-256 alone, because there is nothing to guess at. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The field that takes a session away from the browser. */
export const clearedCookieField = ({ session }: Cookies): string => cookieField(session, '', 0);

/**
 * What a browser forgets when somebody logs out (Clear-Site-Data section 3.1). Cookies stay but for the session's: that of the
 * device lets its holder in while strangers guess, and others of the domain may be those of another service.
 */
export const forgetSite = '"cache", "storage"';

/** The session's token from a Cookie field: null without one, empty where it is none of ours. */
export function sessionTokenOf({ session }: Cookies, field: string | undefined): string | null {
  const value = cookieValue(session, field);
  return value === null || wellFormed.test(value) ? value : '';
}
