import { notApplicable, type Outcome, asWhy, type Why, openAs, whyBy } from '../../../catalogue/outcome.ts';
import type { TlsEndpoint, TlsEvidence } from '../../../evidence/tls/schema.ts';
import { isSpeaking, openAddresses } from '../../../evidence/tls/open-addresses.ts';
import { placeOf, type Survey } from '../../../catalogue/endpoints.ts';
import { everyVersion, firstVersionGap } from '../../../evidence/tls/inventory.ts';

/** The endpoints that answered in TLS. */
export const speaking = (tls: TlsEvidence): readonly TlsEndpoint[] => tls.endpoints.filter(isSpeaking);

/** Why an endpoint without TLS proves nothing: silence, resets, our own limits, an answer in another protocol. */
const gapOf = (endpoint: TlsEndpoint): Why =>
  endpoint.unreachable === null
    ? (firstVersionGap(endpoint, everyVersion) ?? whyBy('other-protocol'))
    : asWhy(endpoint.unreachable);

/**
 * The outcome where no endpoint speaks TLS; null where one does. Only a refused connection (RST to SYN) at every
 * address proves that there is no TLS; a time-out or a reset is unknown.
 */
export function withoutTls(tls: TlsEvidence): Outcome | null {
  if (speaking(tls).length > 0) return null;
  const open = tls.endpoints.find(
    ({ unreachable }) => unreachable?.reason !== 'refused' && unreachable?.reason !== 'blocked',
  );
  if (open !== undefined) {
    const gap = gapOf(open);
    return openAs(gap, 'tls-unseen-at', { place: placeOf(open), reason: gap.reason });
  }
  const ports = [...new Set(tls.endpoints.map(({ port }) => port))];
  return notApplicable(
    `No TLS service: connections to port ${ports.length === 0 ? 443 : ports.join(', ')} are refused`,
  );
}

/** Every endpoint that speaks TLS, and those that were not judged; one that stopped answering counts as light depth. */
export function surveyTls(tls: TlsEvidence): Survey<TlsEndpoint> {
  const open = openAddresses(tls);
  return {
    silence: withoutTls(tls),
    endpoints: speaking(tls).map((one) => (open.includes(one) ? { ...one, depth: 'light' } : one)),
    leftOut: open.map((place) => ({ place, ...gapOf(place), isOpen: true })),
  };
}
