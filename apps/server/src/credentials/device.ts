import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieField, type Cookies } from './cookies.ts';

const yearSeconds = 31_536_000;
const wellFormed = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

const markOf = (secret: Buffer, device: string, email: string): Buffer =>
  createHmac('sha256', secret).update(`perimeter device\n${device}\n${email.toLowerCase()}`).digest();

/** The Set-Cookie field that marks a browser as known to an account; it does not log anyone in. */
export function deviceCookieField(cookies: Cookies, secret: Buffer, email: string): string {
  const device = randomBytes(16).toString('base64url');
  const value = `${device}.${markOf(secret, device, email).toString('base64url')}`;
  return cookieField(cookies.device, value, yearSeconds);
}

/** The id of a browser that has logged in to the account before, from its device cookie; null without a valid one. */
export function knownDevice(value: string | null, secrets: readonly Buffer[], email: string): string | null {
  const [, device = '', mark = ''] = wellFormed.exec(value ?? '') ?? [];
  const shown = Buffer.from(mark, 'base64url');
  const isKnown = secrets.some((secret) => {
    const expected = markOf(secret, device, email);
    return shown.length === expected.length && timingSafeEqual(shown, expected);
  });
  return device !== '' && isKnown ? device : null;
}
