import { exchangesOfSite } from '../../evidence/http/answer.ts';
import type { CategoryKey } from '@perimeter/contract/category';
import { notApplicable, type Outcome, openBy } from '../../catalogue/outcome.ts';
import { hostsWith } from '../../evidence/endpoints/roles.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import type { AuditEvidence, EvidenceKind } from '../../evidence/evidence.ts';

/** Neither the target nor its www host has an address; null where one has. After a failed lookup this is unknown. */
function withoutAddress(endpoints: EndpointsEvidence): Outcome | null {
  const hosts = hostsWith(endpoints, 'web');
  if (hosts.some(({ addresses }) => addresses.length > 0)) return null;
  const unknown = hosts.find(({ status }) => status === 'failed');
  if (unknown !== undefined) return openBy('addresses-not-looked-up', { host: unknown.host });
  return notApplicable(`No web site: ${hosts.map(({ host }) => host).join(' and ')} have no address`);
}

const isRefused = (reason: string | undefined): boolean => reason === 'refused';

/**
 * The addresses of a domain without a web server: all of them refuse HTTPS and HTTP (RST to SYN). An outage, or a
 * firewall that refuses this scanner, looks the same. Empty where any answers or is silent, or where there is none.
 */
export function refusingAddresses({ tls, http }: AuditEvidence): string[] {
  if (tls === undefined || http === undefined || http.exchanges.length === 0) return [];
  const isRefusing =
    tls.endpoints.every(({ unreachable }) => isRefused(unreachable?.reason)) &&
    exchangesOfSite(http).every(({ result }) => !result.ok && isRefused(result.failure.reason));
  return isRefusing ? [...new Set(tls.endpoints.map(({ address }) => address))] : [];
}

/** No web server answers, and no other TLS service was found. */
function refusesAll(evidence: AuditEvidence): boolean {
  const services = evidence.tls?.otherServices;
  return refusingAddresses(evidence).length > 0 && !(services?.known && services.value.length > 0);
}

/**
 * The outcome of all website checks of a category where the domain has no site; null where it has one, or where this is
 * unknown. CAA is then about certificates that nothing serves.
 */
export function outcomeWithoutSite(category: CategoryKey, evidence: AuditEvidence): Outcome | null {
  if (category !== 'tls' && category !== 'http_security') return null;
  const absent = evidence.endpoints === undefined ? null : withoutAddress(evidence.endpoints);
  if (absent !== null || category === 'http_security') return absent;
  return refusesAll(evidence) ? notApplicable('No web site: every address refuses ports 443 and 80') : null;
}

/** Further evidence that must be complete before a category's checks are judged, so that equal evidence gives equal outcomes. */
export const decidesOn = (category: CategoryKey): readonly EvidenceKind[] =>
  category === 'tls' ? ['endpoints', 'tls', 'http', 'certificates'] : ['endpoints'];
