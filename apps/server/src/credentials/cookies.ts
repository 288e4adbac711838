import type { IncomingHttpHeaders } from 'node:http';
import type { IdentitySettings } from '../settings/identity.ts';

/** A cookie's name and its attributes, except Max-Age. */
interface Cookie {
  name: string;
  attributes: string;
}

/** The names and attributes of the service's cookies. */
export interface Cookies {
  session: Cookie;
  /** Proves that the account was logged in to on this browser before. */
  device: Cookie;
  /** Identifies a browser during a login with a passkey. */
  ceremony: Cookie;
}

/**
 * For all browsers except those on the same machine: with the prefix __Host-, browsers demand Secure and Path=/ and
 * bind the cookie to the host that set it (RFC 10025 section 4.1.3).
 */
export const secureCookies: Cookies = {
  session: { name: '__Host-perimeter', attributes: 'Path=/; Secure; HttpOnly; SameSite=Lax' },
  device: { name: '__Host-perimeter-device', attributes: 'Path=/; Secure; HttpOnly; SameSite=Strict' },
  ceremony: { name: '__Host-perimeter-passkey', attributes: 'Path=/; Secure; HttpOnly; SameSite=Strict' },
};

/** For plain HTTP on the loopback interface: Safari rejects Secure cookies from http://localhost. */
export const loopbackCookies: Cookies = {
  session: { name: 'perimeter', attributes: 'Path=/; HttpOnly; SameSite=Strict' },
  device: { name: 'perimeter-device', attributes: 'Path=/; HttpOnly; SameSite=Strict' },
  ceremony: { name: 'perimeter-passkey', attributes: 'Path=/; HttpOnly; SameSite=Strict' },
};

const host = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?`;
const loopbackHost = new RegExp(`^${host}$`, 'i');
const loopbackOrigin = new RegExp(`^http://${host}$`, 'i');
const loopbackPeer = /^(?:127(?:\.\d{1,3}){3}|::ffff:127(?:\.\d{1,3}){3}|::1)$/;
// Header fields that proxies add. Behind a proxy the browser may be remote and use HTTPS.
const addedByProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** True if an origin is on the loopback interface: such a link does not work on any other machine. */
export const isLoopbackOrigin = (origin: string): boolean => loopbackOrigin.test(origin);

/** The parts of a request that show where its browser runs. */
export interface FromBrowser {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}

/**
 * Selects the cookies for a request. The loopback cookies need a connection from the same machine, to a loopback name,
 * without any proxy header; header fields can only disable them.
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

/** A Set-Cookie field that stores a value for some seconds. */
export const cookieField = ({ name, attributes }: Cookie, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}`;

/** The value of a cookie in a Cookie field (RFC 10025 section 4.2.1); null without one. */
export function cookieValue({ name }: Cookie, field: string | undefined): string | null {
  const pair = field?.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(pair.indexOf('=') + 1).trim();
}
