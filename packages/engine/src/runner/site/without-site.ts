import { exchangesOfSite } from '../../evidence/http/answer.ts';
import type { CategoryKey } from '@perimeter/contract/category';
import { inconclusive, notApplicable, type Outcome } from '../../catalogue/outcome.ts';
import { hostsWith } from '../../evidence/endpoints/roles.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import type { AuditEvidence, EvidenceKind } from '../../evidence/evidence.ts';

/** Neither the target nor its www host has an address; null where one has. A lookup that failed leaves it unknown. */
function withoutAddress(endpoints: EndpointsEvidence): Outcome | null {
  const hosts = hostsWith(endpoints, 'web');
  if (hosts.some(({ addresses }) => addresses.length > 0)) return null;
  const unknown = hosts.find(({ status }) => status === 'failed');
  if (unknown !== undefined) return inconclusive(`The addresses of ${unknown.host} could not be looked up`);
  return notApplicable(`No web site: ${hosts.map(({ host }) => host).join(' and ')} have no address`);
}

const isRefused = (reason: string | undefined): boolean => reason === 'refused';

/**
 * The addresses of a domain at which no web server answers: all of them refuse HTTPS and HTTP (RST to SYN). A site that is
 * down, or a firewall that refuses this scanner, looks the same. None where any answers, stays silent, or there is none.
 */
export function refusingAddresses({ tls, http }: AuditEvidence): string[] {
  if (tls === undefined || http === undefined || http.exchanges.length === 0) return [];
  const isRefusing =
    tls.endpoints.every(({ unreachable }) => isRefused(unreachable?.reason)) &&
    exchangesOfSite(http).every(({ result }) => !result.ok && isRefused(result.failure.reason));
  return isRefusing ? [...new Set(tls.endpoints.map(({ address }) => address))] : [];
}

/** No web server answers, and no other TLS service was found there. */
function refusesAll(evidence: AuditEvidence): boolean {
  const services = evidence.tls?.otherServices;
  return refusingAddresses(evidence).length > 0 && !(services?.known && services.value.length > 0);
}

/**
 * The outcome of every check of a category that is about a web site, where the domain has none; null where it has one, or
 * where that is not known. CAA is about certificates that nothing serves then.
 */
export function outcomeWithoutSite(category: CategoryKey, evidence: AuditEvidence): Outcome | null {
  if (category !== 'tls' && category !== 'http_security') return null;
  const absent = evidence.endpoints === undefined ? null : withoutAddress(evidence.endpoints);
  if (absent !== null || category === 'http_security') return absent;
  return refusesAll(evidence) ? notApplicable('No web site: every address refuses ports 443 and 80') : null;
}

/** What has to be settled before the checks of a category are judged, besides what they need: the same evidence gives the same answer. */
export const decidesOn = (category: CategoryKey): readonly EvidenceKind[] =>
  category === 'tls' ? ['endpoints', 'tls', 'http', 'certificates'] : ['endpoints'];
