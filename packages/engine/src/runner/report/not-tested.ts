import type { Report } from '@perimeter/contract/report';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import type { AuditModule } from '../../catalogue/module.ts';
import { modules } from '../../modules/registry.ts';
import { placeOf } from '../../catalogue/endpoint-check.ts';
import { unreachableText } from '../../evidence/tls/answer-text.ts';
import { isSpeaking } from '../../evidence/tls/open-addresses.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { openPlaces } from './open-places.ts';
import { gapTexts } from '../../evidence/gap-texts.data.ts';
import type { EvaluatedPhase } from '../evaluate.ts';
import { oldLists } from '../old-lists.ts';
import { outcomeWithoutSite } from '../site/without-site.ts';

const neverAsked = [
  'Request smuggling, password guessing, exploit payloads, HTTP/2 resets, PUT and DELETE requests, form submission',
];

/** Why the further addresses of a family are not scanned in full in standard mode. */
const shortScan =
  'Versions, cipher suites, SHA-1 signatures and certificate only; deep mode scans every address in full';

type NotTested = Report['coverage']['notTested'];

const atAddress = (endpoint: TlsEndpoint): string => `${endpoint.serverName} at ${placeOf(endpoint)}`;

/** The addresses by which a score is provisional, where there are any. */
export function openAddressesOf(evidence: AuditEvidence): Pick<Report['coverage'], 'openAddresses'> {
  const open = openPlaces(evidence);
  return open.length === 0 ? {} : { openAddresses: open.map(({ place }) => place) };
}

/** Addresses whose TLS was not tested, or in part, and why: open, IPv6 that this machine does not reach, or further ones. */
function untestedAddresses(evidence: AuditEvidence): NotTested {
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

/** Said once, whatever many checks of mail servers it leaves open. */
function unreachedMail({ mailTransport }: AuditEvidence): Report['coverage']['notTested'] {
  const state = mailTransport?.egress.port25;
  if (state !== 'blocked' && state !== 'intercepted') return [];
  return [{ what: 'Mail servers (port 25)', reason: gapTexts[`port-25-${state}`] }];
}

/** Everything that was not tested: missing modules, checks of the other mode, addresses beyond the cap, open checks. */
export function notTested(evidence: AuditEvidence, phases: readonly EvaluatedPhase[]): Report['coverage']['notTested'] {
  const { scanMode } = evidence.target;
  const isAbout = ({ category }: AuditModule): boolean =>
    outcomeWithoutSite(category, evidence)?.outcome !== 'not-applicable';
  const asked = new Set(phases.flatMap(({ checks }) => checks.map(({ check }) => check.id)));
  return [
    ...modules
      .filter(({ checks }) => checks.length === 0)
      .map(({ title }) => ({ what: title, reason: 'No checks in this version' })),
    ...modules
      .filter(isAbout)
      .flatMap(({ checks }) => checks)
      .filter(({ id }) => !asked.has(id))
      .map(({ id }) => ({ what: id, reason: `Deep mode only (this audit: ${scanMode})` })),
    ...(evidence.endpoints?.hosts ?? []).flatMap(({ host, notProbed }) =>
      notProbed.map((address) => ({
        what: `${host} at ${address}`,
        reason: 'Only four addresses per family are probed',
      })),
    ),
    ...untestedAddresses(evidence),
    ...unreachedMail(evidence),
    ...phases.flatMap(({ checks }) =>
      checks
        .filter(({ result }) => result.outcome === 'inconclusive')
        .map(({ result }) => ({ what: result.id, reason: result.reason })),
    ),
    ...oldLists(evidence),
    ...neverAsked.map((what) => ({ what, reason: 'Out of scope' })),
  ];
}
