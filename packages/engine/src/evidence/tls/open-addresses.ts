import type { NetFailureReason, UnknownBecause } from '../observed.ts';
import type { TlsEndpoint, TlsEvidence, TlsVersion } from './schema.ts';

/** True where an endpoint answered in TLS, or in SSL. */
export const isSpeaking = ({ unreachable, speaksTls }: TlsEndpoint): boolean => unreachable === null && speaksTls;

/** Versions whose hellos every stack answers in a record, if only in an alert; the hello of SSL 2.0 has no records. */
const ofRecords = ({ version }: TlsVersion): boolean => version !== 'SSLv2';

/**
 * Whether every address of a host answers each hello on port 443 with something that is no record of TLS (RFC 9846 section 5.1), such
 * as a web server whose listener lacks TLS.
 */
export function isWithoutTls({ endpoints }: TlsEvidence, host: string): boolean {
  const own = endpoints.filter(({ serverName, port }) => serverName === host && port === 443);
  const isOther = ({ accepted }: TlsVersion): boolean => !accepted.known && accepted.failure.gap === 'answer-not-tls';
  return (
    own.length > 0 &&
    own.every(
      ({ unreachable, speaksTls, versions }) =>
        unreachable === null && !speaksTls && versions.length > 1 && versions.filter(ofRecords).every(isOther),
    )
  );
}

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

const silent: ReadonlySet<UnknownBecause['reason']> = new Set<NetFailureReason>(['timeout', 'rate-limited']);

/**
 * Silence, and what ended because of it; an alert, a reset or a close is an answer. The hello of SSL 2.0 has a form of its own
 * (RFC 5246 appendix E.2): a server that does not know it may take it for the beginning of a record and wait for the rest.
 */
const isSilence = ({ version, accepted }: TlsVersion): boolean =>
  version !== 'SSLv2' && !accepted.known && silent.has(accepted.failure.reason);

/**
 * Suites of a version before TLS 1.3 that were offered in vain: weak ones may be among them. Our own limits and a closed
 * connection leave suites unknown, but the address has answered. Earlier audits kept no reason, so that it may be silence.
 */
const lacksSuites = ({ version, accepted, enumeration, complete, cuts }: TlsVersion): boolean =>
  version !== 'TLSv1.3' &&
  accepted.known &&
  accepted.value &&
  !complete &&
  (cuts === undefined || cuts.some(({ reason }) => silent.has(reason))) &&
  enumeration !== 'preferred-only' &&
  enumeration !== 'none';

/**
 * What an address left without an answer while it answered the control handshake: versions, and cipher suites of versions.
 * Whoever answers some hellos and keeps silent to others may hide what these would have shown.
 */
export function unansweredHellos(endpoint: TlsEndpoint): string[] {
  if (!isSpeaking(endpoint) || !endpoint.controlPassed) return [];
  return endpoint.versions.flatMap((one) =>
    isSilence(one) ? [one.version] : lacksSuites(one) ? [`cipher suites of ${one.version}`] : [],
  );
}
