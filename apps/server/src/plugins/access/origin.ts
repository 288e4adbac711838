import type { IncomingHttpHeaders } from 'node:http';

/** What a browser reports about the origin of a request. */
export type Evidence = 'own' | 'foreign' | 'none';

function isOwn(origin: string, host: string | undefined, publicOrigin: string | null): boolean {
  if (publicOrigin !== null) return origin === publicOrigin;
  // Behind a proxy that terminates TLS the scheme is unknown; the host is known.
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

/**
 * The origin of a request by Origin (RFC 6454 section 7) and Sec-Fetch-Site (Fetch Metadata section 2.3), which no page
 * can forge. If both are present, both must be our own; a sibling subdomain counts as foreign.
 */
export function originEvidence(headers: IncomingHttpHeaders, publicOrigin: string | null): Evidence {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return 'foreign';
  if (origin !== undefined) return isOwn(origin, host, publicOrigin) ? 'own' : 'foreign';
  return site === undefined ? 'none' : 'own';
}
