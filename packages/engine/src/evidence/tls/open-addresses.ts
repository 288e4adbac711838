import type { TlsEndpoint, TlsEvidence } from './schema.ts';

/** True where an endpoint answered in TLS, or in SSL. */
export const isSpeaking = ({ unreachable, speaksTls }: TlsEndpoint): boolean => unreachable === null && speaksTls;

const isIpv6 = ({ address }: TlsEndpoint): boolean => address.includes(':');

/**
 * True where nothing is to be judged: the address refuses connections (RST to SYN), our guard forbids it, or it is IPv6
 * and this machine reaches no IPv6 address.
 */
const isAbsent = (endpoint: TlsEndpoint, hasIpv6: boolean): boolean =>
  endpoint.unreachable?.reason === 'refused' ||
  endpoint.unreachable?.reason === 'blocked' ||
  (endpoint.unreachable?.reason === 'unreachable' && isIpv6(endpoint) && !hasIpv6);

/**
 * Addresses that may serve visitors and were not judged, or not to the end, while TLS was judged: silent, reset, no TLS,
 * ended by our own limits, or answering no more before the end. Empty where no address speaks TLS: then nothing was judged.
 */
export function openAddresses({ endpoints }: TlsEvidence): TlsEndpoint[] {
  const speaking = endpoints.filter(isSpeaking);
  if (speaking.length === 0) return [];
  const hasIpv6 = endpoints.some((one) => isIpv6(one) && one.unreachable?.reason !== 'unreachable');
  return endpoints.filter((one) => (isSpeaking(one) ? !one.controlPassed : !isAbsent(one, hasIpv6)));
}
