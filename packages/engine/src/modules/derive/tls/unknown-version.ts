import { inconclusive, type Plain, unanswered } from '../../../catalogue/outcome.ts';
import { versionGap, versionOf } from '../../../evidence/tls/inventory.ts';
import type { TlsEndpoint, TlsVersionName } from '../../../evidence/tls/schema.ts';

/** The verdict where it is unknown whether a version is accepted: silence to only its hello is an answer of the address. */
export function unknownVersion(endpoint: TlsEndpoint, name: TlsVersionName): Plain {
  const accepted = versionOf(endpoint, name)?.accepted;
  const wasAsked = accepted !== undefined && !accepted.known && accepted.failure.reason !== 'not-tested';
  // If the control handshake failed too, the whole address is open.
  return (wasAsked && endpoint.controlPassed ? unanswered : inconclusive)(versionGap(endpoint, name));
}
