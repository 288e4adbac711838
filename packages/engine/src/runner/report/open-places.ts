import { lookupFailed } from '../../evidence/dns/lookup.ts';
import { failureText } from '../../evidence/failure-text.ts';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { hostsWith } from '../../evidence/endpoints/roles.ts';
import { unreachableText } from '../../evidence/tls/answer-text.ts';
import { isSpeaking, openAddresses, unansweredHellos } from '../../evidence/tls/open-addresses.ts';
import { placeOf } from '../../catalogue/endpoints.ts';

/** A place that may serve visitors and was not judged, so that the score is provisional. */
export interface OpenPlace {
  /** Short: address and port, or the host and the unanswered record type. */
  place: string;
  what: string;
  reason: string;
  /** Nothing was seen there but a name: no address, or a further host that is silent as a whole. Such a place sets no cap. */
  unseen?: true;
}

/** Addresses of the site that a failed lookup hides: there may be none. */
function hiddenAddresses({ dns, endpoints }: AuditEvidence): OpenPlace[] {
  if (dns === undefined || endpoints === undefined) return [];
  const names = new Set(hostsWith(endpoints, 'web').map(({ host }) => host));
  return dns.answers
    .filter(
      (answer) => names.has(answer.name) && (answer.type === 'A' || answer.type === 'AAAA') && lookupFailed(answer),
    )
    .map(({ name, type, status, failure }) => ({
      place: `${name} ${type}`,
      what: `Addresses of ${name} (${type})`,
      unseen: true,
      reason: failure === undefined ? `The lookup ended with ${status.toUpperCase()}` : failureText(failure),
    }));
}

/** The places that make a score provisional; none where no address speaks TLS, because then nothing was judged. */
export function openPlaces(evidence: AuditEvidence): OpenPlace[] {
  const { tls } = evidence;
  if (tls === undefined || !tls.endpoints.some(isSpeaking)) return [];
  // Visitors ask for the target, and for hosts that answered: a www host without any answer is no more than one that is not there.
  const judged = new Set([
    evidence.target.domain,
    ...tls.endpoints.filter(isSpeaking).map(({ serverName }) => serverName),
  ]);
  const addresses = openAddresses(tls).map((endpoint) => ({
    place: placeOf(endpoint),
    what: `${endpoint.serverName} at ${placeOf(endpoint)}`,
    reason: unreachableText(endpoint) ?? (endpoint.speaksTls ? 'It stopped answering' : 'It did not answer in TLS'),
    ...(judged.has(endpoint.serverName) ? {} : ({ unseen: true } as const)),
  }));
  const silentInPart = tls.endpoints.flatMap((endpoint) => {
    const unanswered = unansweredHellos(endpoint);
    return unanswered.length === 0
      ? []
      : [
          {
            place: placeOf(endpoint),
            what: `${endpoint.serverName} at ${placeOf(endpoint)}`,
            reason: `It stayed silent to some hellos while it answered others: ${unanswered.join(', ')}`,
          },
        ];
  });
  return [...addresses, ...silentInPart, ...hiddenAddresses(evidence)];
}
