import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const deviceCookie = '__Host-perimeter-device';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=31536000';
const wellFormed = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

const markOf = (secret: Buffer, device: string, email: string): Buffer =>
  createHmac('sha256', secret).update(`perimeter device\n${device}\n${email.toLowerCase()}`).digest();

/** The field that lets a browser show later that somebody has signed in to the account on it; it signs nobody in. */
export function deviceCookieField(secret: Buffer, email: string): string {
  const device = randomBytes(16).toString('base64url');
  return `${deviceCookie}=${device}.${markOf(secret, device, email).toString('base64url')}; ${attributes}`;
}

/** The browser on which somebody has signed in to the account before, by its Cookie field; null where that is not shown. */
export function knownDevice(cookies: string | undefined, secrets: readonly Buffer[], email: string): string | null {
  const pair = cookies?.split(';').find((part) => part.trimStart().startsWith(`${deviceCookie}=`));
  const [, device = '', mark = ''] = wellFormed.exec(pair?.slice(pair.indexOf('=') + 1).trim() ?? '') ?? [];
  const shown = Buffer.from(mark, 'base64url');
  const isKnown = secrets.some((secret) => {
    const expected = markOf(secret, device, email);
    return shown.length === expected.length && timingSafeEqual(shown, expected);
  });
  return device !== '' && isKnown ? device : null;
}
