import { hash, randomBytes } from 'node:crypto';

/** The browser keeps a cookie of this prefix to Secure, to Path=/ and to the very host that set it (RFC 6265bis section 4.1.3). */
export const sessionCookie = '__Host-perimeter';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';
// 32 bytes in base64url.
const wellFormed = /^[A-Za-z0-9_-]{43}$/;

/** 32 random bytes: the whole meaning of a session is in the table. */
export const newSessionToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token; SHA-256 alone, because there is nothing to guess at. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The field that gives the browser a session for so long. */
export const sessionCookieField = (token: string, maxAgeSeconds: number): string =>
  `${sessionCookie}=${token}; ${attributes}; Max-Age=${maxAgeSeconds}`;

/** The field that takes it away. */
export const clearedCookieField = `${sessionCookie}=; ${attributes}; Max-Age=0`;

/** The session's token from a Cookie field (RFC 6265 section 4.2.1): null without one, empty where it is none of ours. */
export function sessionTokenOf(cookies: string | undefined): string | null {
  const pair = cookies?.split(';').find((part) => part.trimStart().startsWith(`${sessionCookie}=`));
  if (pair === undefined) return null;
  const value = pair.slice(pair.indexOf('=') + 1).trim();
  return wellFormed.test(value) ? value : '';
}
