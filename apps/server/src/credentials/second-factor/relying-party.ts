import { isIP } from 'node:net';
import { loopbackCookies, type Cookies, type FromBrowser } from '../cookies.ts';

/** Whom passkeys are made for (WebAuthn Level 3 section 4, relying party identifier). */
export interface RelyingParty {
  id: string;
  /** Where its pages are. */
  origin: string;
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

/** The relying party of an origin; null where browsers offer no passkeys: without TLS, and for addresses (section 5.1.3). */
export function relyingPartyOf(origin: string): RelyingParty | null {
  const { protocol, hostname } = new URL(origin);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && isIP(withoutBrackets(hostname)) === 0 ? { id: hostname, origin } : null;
}

/**
 * The relying party of this service: what the operator says, and never what a request says its host is. Without that, a
 * browser on the machine itself has the one that its address names.
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
