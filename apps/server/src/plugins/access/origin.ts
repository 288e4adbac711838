import type { IncomingHttpHeaders } from 'node:http';

/** What a browser says about where a request comes from. */
export type Evidence = 'own' | 'foreign' | 'none';

function isOwn(origin: string, host: string | undefined, publicOrigin: string | null): boolean {
  if (publicOrigin !== null) return origin === publicOrigin;
  // Behind a proxy that ends TLS the scheme is not ours to know; the host is.
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

/**
 * Where a request comes from, by Origin (RFC 6454 section 7) and Sec-Fetch-Site (Fetch Metadata section 2.3), which no
 * page can forge. Both must be well where both are there; a sibling subdomain is another site's affair.
 */
export function originEvidence(headers: IncomingHttpHeaders, publicOrigin: string | null): Evidence {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return 'foreign';
  if (origin !== undefined) return isOwn(origin, host, publicOrigin) ? 'own' : 'foreign';
  return site === undefined ? 'none' : 'own';
}
