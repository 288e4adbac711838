import type { Report } from '@perimeter/contract/report';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { unreadDocument } from '../../evidence/site/document/unread.ts';
import { unreachableText } from '../../evidence/tls/answer-text.ts';
import { isSpeaking } from '../../evidence/tls/open-addresses.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { siteOf } from '../../modules/derive/http/site.ts';
import { standIn } from '../site/stand-in.ts';
import { refusingAddresses } from '../site/without-site.ts';
import { openPlaces } from './open-places.ts';
import { placeOf } from '../../catalogue/endpoints.ts';

/** Why further addresses of a family do not have full depth in standard mode. */
const shortScan =
  'Versions, cipher suites, SHA-1 signatures and certificate only; deep mode scans every address in full';

/** What was not tested, with reasons. */
export type NotTested = Report['coverage']['notTested'];

const atAddress = (endpoint: TlsEndpoint): string => `${endpoint.serverName} at ${placeOf(endpoint)}`;

/** The addresses that make a score provisional, if any. */
export function openAddressesOf(evidence: AuditEvidence): Pick<Report['coverage'], 'openAddresses'> {
  const open = openPlaces(evidence);
  return open.length === 0 ? {} : { openAddresses: [...new Set(open.map(({ place }) => place))] };
}

/** The addresses without an answering web server, if that is all of them. */
export function refusingOf(evidence: AuditEvidence): Pick<Report['coverage'], 'refusingAddresses'> {
  const addresses = refusingAddresses(evidence);
  return addresses.length === 0 ? {} : { refusingAddresses: addresses };
}

/** What answers in place of a site. */
export function standInOf(evidence: AuditEvidence): Pick<Report['coverage'], 'standIn'> {
  const text = standIn(evidence);
  return text === null ? {} : { standIn: text };
}

/** Why the site's document was not read, if so. */
export function unreadOf(evidence: AuditEvidence): Pick<Report['coverage'], 'unreadDocument'> {
  const reason = unreadDocument(evidence);
  return reason === null ? {} : { unreadDocument: reason };
}

/** The target of a domain that only redirects: that site belongs to another domain, and is not judged. */
export function redirectsOf({
  endpoints,
  http,
  target,
}: Pick<AuditEvidence, 'endpoints' | 'http' | 'target'>): Pick<Report['coverage'], 'redirectsTo'> {
  if (endpoints === undefined || http === undefined) return {};
  const site = siteOf({ endpoints, http, target });
  return site.state === 'redirect-only' ? { redirectsTo: new URL(site.destination).host } : {};
}

/** Addresses whose TLS was not or partly tested, and why: open, unreachable IPv6, or further ones. */
export function untestedAddresses(evidence: AuditEvidence): NotTested {
  const open = openPlaces(evidence);
  const places = new Set(open.map(({ place }) => place));
  const others = (evidence.tls?.endpoints ?? []).filter((endpoint) => !places.has(placeOf(endpoint)));
  return [
    ...open.map(({ what, reason }) => ({ what, reason })),
    ...others.flatMap((endpoint) =>
      endpoint.unreachable?.reason === 'unreachable'
        ? [{ what: atAddress(endpoint), reason: unreachableText(endpoint) ?? '' }]
        : [],
    ),
    ...others.flatMap((endpoint) =>
      endpoint.depth === 'light' && isSpeaking(endpoint)
        ? [{ what: `TLS of ${atAddress(endpoint)} in full`, reason: shortScan }]
        : [],
    ),
  ];
}
