import type { FastifyRequest } from 'fastify';

// A name or an address with or without a port (RFC 9110 section 7.2), and nothing that HTML or a shell could take otherwise.
const saneHost = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * The origin that a caller reaches the service by, to be shown to that caller: what the operator says, else what the
 * request says of itself, through trusted proxies only; the fallback where it has no usable host.
 */
export function originFor(
  { host, protocol }: Pick<FastifyRequest, 'host' | 'protocol'>,
  publicOrigin: string | null,
  fallback: string,
): string {
  if (publicOrigin !== null) return publicOrigin;
  return saneHost.test(host) ? `${protocol === 'https' ? 'https' : 'http'}://${host.toLowerCase()}` : fallback;
}
