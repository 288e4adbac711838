import type { Report } from '@perimeter/contract/report';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { modules } from '../../modules/registry.ts';
import { placeOf } from '../../catalogue/endpoint-check.ts';
import { unreachableText } from '../../evidence/tls/answer-text.ts';
import { openAddresses } from '../../evidence/tls/open-addresses.ts';
import type { EvaluatedPhase } from '../evaluate.ts';
import { oldLists } from '../old-lists.ts';

const neverAsked = [
  'Request smuggling, password guessing, exploit payloads, HTTP/2 resets, PUT and DELETE requests, form submission',
];

type Tls = AuditEvidence['tls'];

/** The addresses by which a score is provisional, where there are any. */
export function openPlaces({ tls }: AuditEvidence): Pick<Report['coverage'], 'openAddresses'> {
  const open = tls === undefined ? [] : openAddresses(tls);
  return open.length === 0 ? {} : { openAddresses: open.map(placeOf) };
}

/** Addresses whose TLS could not be tested, and why: those that are open, and IPv6 that this machine does not reach. */
function untestedAddresses(tls: Tls): Report['coverage']['notTested'] {
  const open = tls === undefined ? [] : openAddresses(tls);
  const unreached = (tls?.endpoints ?? []).filter(({ unreachable }) => unreachable?.reason === 'unreachable');
  return [...new Set([...open, ...unreached])].map((endpoint) => ({
    what: `${endpoint.serverName} at ${placeOf(endpoint)}`,
    reason: unreachableText(endpoint) ?? (endpoint.speaksTls ? 'It stopped answering' : 'It did not answer in TLS'),
  }));
}

/** Everything that was not tested: missing modules, checks of the other mode, addresses beyond the cap, open checks. */
export function notTested(evidence: AuditEvidence, phases: readonly EvaluatedPhase[]): Report['coverage']['notTested'] {
  const { scanMode } = evidence.target;
  const asked = new Set(phases.flatMap(({ checks }) => checks.map(({ check }) => check.id)));
  return [
    ...modules
      .filter(({ checks }) => checks.length === 0)
      .map(({ title }) => ({ what: title, reason: 'No checks in this version' })),
    ...modules
      .flatMap(({ checks }) => checks)
      .filter(({ id }) => !asked.has(id))
      .map(({ id }) => ({ what: id, reason: `Deep mode only (this audit: ${scanMode})` })),
    ...(evidence.endpoints?.hosts ?? []).flatMap(({ host, notProbed }) =>
      notProbed.map((address) => ({
        what: `${host} at ${address}`,
        reason: 'Only four addresses per family are probed',
      })),
    ),
    ...untestedAddresses(evidence.tls),
    ...phases.flatMap(({ checks }) =>
      checks
        .filter(({ result }) => result.outcome === 'inconclusive')
        .map(({ result }) => ({ what: result.id, reason: result.reason })),
    ),
    ...oldLists(evidence),
    ...neverAsked.map((what) => ({ what, reason: 'Out of scope' })),
  ];
}
