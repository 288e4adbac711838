import type { Section } from '@perimeter/contract/section';
import { filled, state, tableOf } from '../section.ts';
import type { EndpointsEvidence } from './schema.ts';

type Host = EndpointsEvidence['hosts'][number];

const noAddress: Record<Exclude<Host['status'], 'exists'>, string> = {
  'no-address': 'no address',
  nxdomain: 'NXDOMAIN',
  failed: 'lookup failed',
};

function rowsOf({ host, status, addresses, notProbed }: Host) {
  if (status !== 'exists') return [[host, null, state('neutral', noAddress[status])]];
  return [
    ...addresses.map(({ address, allowed, blockedBy }) => [
      host,
      address,
      allowed ? state('neutral', 'scanned') : state('fair', `not scanned: ${blockedBy ?? 'blocked'}`),
    ]),
    ...notProbed.map((address) => [host, address, state('fair', 'not scanned: over the limit')]),
  ];
}

/** Addresses: which were scanned, and why others were not. */
export function endpointsSection({ endpoints }: { endpoints?: EndpointsEvidence | undefined }): Section | null {
  if (endpoints === undefined) return null;
  return {
    id: 'endpoints',
    title: 'Addresses',
    tables: filled(
      tableOf(
        'Host addresses',
        [
          ['Host', 'code'],
          ['Address', 'code'],
          ['State', 'status'],
        ],
        endpoints.hosts.flatMap(rowsOf),
      ),
    ),
    figures: [],
  };
}
