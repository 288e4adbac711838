import { isIP } from 'node:net';
import { loopbackCookies, type Cookies, type FromBrowser } from '../cookies.ts';

/** The relying party of passkeys (WebAuthn Level 3 section 4). */
export interface RelyingParty {
  id: string;
  /** The origin of its pages. */
  origin: string;
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

/**
 * The relying party of an origin; null if browsers support no passkeys there: without TLS, and for IP addresses
 * (section 5.1.3).
 */
export function relyingPartyOf(origin: string): RelyingParty | null {
  const { protocol, hostname } = new URL(origin);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && isIP(withoutBrackets(hostname)) === 0 ? { id: hostname, origin } : null;
}

/**
 * The relying party of this service: from the operator's public URL, never from a request's Host. Without that setting,
 * a browser on the same machine gets the loopback name that it used.
 */
export function relyingPartyFor(
  request: FromBrowser,
  { publicOrigin, cookiesOf }: { publicOrigin: string | null; cookiesOf: (request: FromBrowser) => Cookies },
): RelyingParty | null {
  if (publicOrigin !== null) return relyingPartyOf(publicOrigin);
  const { host = '' } = request.headers;
  return cookiesOf(request) === loopbackCookies && /^localhost(?::\d{1,5})?$/i.test(host)
    ? relyingPartyOf(`http://${host.toLowerCase()}`)
    : null;
}
