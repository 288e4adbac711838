import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieField, type Cookies } from './cookies.ts';

const yearSeconds = 31_536_000;
const wellFormed = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

const markOf = (secret: Buffer, device: string, email: string): Buffer =>
  createHmac('sha256', secret).update(`perimeter device\n${device}\n${email.toLowerCase()}`).digest();

/** The field that lets a browser show later that somebody has signed in to the account on it; it signs nobody in. */
export function deviceCookieField(cookies: Cookies, secret: Buffer, email: string): string {
  const device = randomBytes(16).toString('base64url');
  const value = `${device}.${markOf(secret, device, email).toString('base64url')}`;
  return cookieField(cookies.device, value, yearSeconds);
}

/** The browser on which somebody has signed in to the account before, by the value of its cookie; null where that is not shown. */
export function knownDevice(value: string | null, secrets: readonly Buffer[], email: string): string | null {
  const [, device = '', mark = ''] = wellFormed.exec(value ?? '') ?? [];
  const shown = Buffer.from(mark, 'base64url');
  const isKnown = secrets.some((secret) => {
    const expected = markOf(secret, device, email);
    return shown.length === expected.length && timingSafeEqual(shown, expected);
  });
  return device !== '' && isKnown ? device : null;
}
