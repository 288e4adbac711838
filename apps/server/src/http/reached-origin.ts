import type { FastifyRequest } from 'fastify';

// A host name or address with an optional port (RFC 9110 section 7.2), and no character that is special in HTML or a
// shell.
const saneHost = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * The origin that is shown to a caller as the service's: the operator's setting, else what the request names as its
 * host, through trusted proxies only; the fallback if that host is not usable.
 */
export function originFor(
  { host, protocol }: Pick<FastifyRequest, 'host' | 'protocol'>,
  publicOrigin: string | null,
  fallback: string,
): string {
  if (publicOrigin !== null) return publicOrigin;
  return saneHost.test(host) ? `${protocol === 'https' ? 'https' : 'http'}://${host.toLowerCase()}` : fallback;
}
