import type { IncomingHttpHeaders } from 'node:http';
import type { IdentitySettings } from '../settings/identity.ts';

/** A cookie: its name, and its attributes but for how long it lives. */
interface Cookie {
  name: string;
  attributes: string;
}

/** The cookies that a browser gets. */
export interface Cookies {
  session: Cookie;
  /** Shows that somebody signed in on this browser before. */
  device: Cookie;
  /** Names a browser for as long as it takes to log in with a passkey. */
  ceremony: Cookie;
}

/**
 * For every browser but one on the machine itself: the prefix keeps a cookie to Secure, to Path=/ and to the very host that
 * set it (RFC 10025 section 4.1.3).
 */
export const secureCookies: Cookies = {
  session: { name: '__Host-perimeter', attributes: 'Path=/; Secure; HttpOnly; SameSite=Lax' },
  device: { name: '__Host-perimeter-device', attributes: 'Path=/; Secure; HttpOnly; SameSite=Strict' },
  ceremony: { name: '__Host-perimeter-passkey', attributes: 'Path=/; Secure; HttpOnly; SameSite=Strict' },
};

/** For plain HTTP that does not leave the machine: Safari accepts no Secure cookie from http://localhost. */
export const loopbackCookies: Cookies = {
  session: { name: 'perimeter', attributes: 'Path=/; HttpOnly; SameSite=Strict' },
  device: { name: 'perimeter-device', attributes: 'Path=/; HttpOnly; SameSite=Strict' },
  ceremony: { name: 'perimeter-passkey', attributes: 'Path=/; HttpOnly; SameSite=Strict' },
};

const host = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?`;
const loopbackHost = new RegExp(`^${host}$`, 'i');
const loopbackOrigin = new RegExp(`^http://${host}$`, 'i');
const loopbackPeer = /^(?:127(?:\.\d{1,3}){3}|::ffff:127(?:\.\d{1,3}){3}|::1)$/;
// What a proxy adds. Behind one the browser may be anywhere, and may speak HTTPS.
const addedByProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Whether an origin is one of the machine itself: whoever reads it elsewhere comes nowhere with it. */
export const isLoopbackOrigin = (origin: string): boolean => loopbackOrigin.test(origin);

/** What of a request shows where its browser is. */
export interface FromBrowser {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}

/**
 * Which cookies the browser of a request gets. Only a connection from the machine itself, to a name of it, without a trace
 * of a proxy, has those of loopback: no header turns them on, each of them turns them off.
 */
export function cookiesOf({
  trustProxy,
  publicOrigin,
}: Pick<IdentitySettings, 'trustProxy' | 'publicOrigin'>): (request: FromBrowser) => Cookies {
  const mayBeLoopback = trustProxy === false && (publicOrigin === null || loopbackOrigin.test(publicOrigin));
  if (!mayBeLoopback) return () => secureCookies;
  return ({ headers, socket }) => {
    const isLoopback =
      loopbackPeer.test(socket.remoteAddress ?? '') &&
      loopbackHost.test(headers.host ?? '') &&
      (headers.origin === undefined || loopbackOrigin.test(headers.origin)) &&
      !addedByProxies.some((name) => headers[name] !== undefined);
    return isLoopback ? loopbackCookies : secureCookies;
  };
}

/** The Set-Cookie field that gives a browser a value for so long. */
export const cookieField = ({ name, attributes }: Cookie, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}`;

/** The value of a cookie in a Cookie field (RFC 10025 section 4.2.1); null without one. */
export function cookieValue({ name }: Cookie, field: string | undefined): string | null {
  const pair = field?.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(pair.indexOf('=') + 1).trim();
}
