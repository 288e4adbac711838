import { serviceNames } from '@perimeter/protocols/services/services.data';
import { type Location, notApplicable, type Plain, redraft, type Verdict, openBy } from '../../../catalogue/outcome.ts';
import { hostsWith } from '../../../evidence/endpoints/roles.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import type { OpenPort, PortsEvidence, SweptAddress } from '../../../evidence/ports/schema.ts';
import { firstAndMore, shorten } from '../../../evidence/words/text.ts';

/** Evidence that service checks read. */
export type ServicesEvidence = Pick<EvidenceByKind, 'ports' | 'endpoints'>;

const notAskedWords: Record<NonNullable<PortsEvidence['notAsked']>, Plain> = {
  'no-address': notApplicable('The site has no address whose ports can be tested'),
  robots: openBy('barred-by-robots'),
  passive: notApplicable('The operator of this service does not allow port scans for this caller'),
};

/** Why no port can be judged; null where some can. */
export function unasked({ ports, endpoints }: ServicesEvidence): Plain | null {
  const unknown = hostsWith(endpoints, 'web').find(({ status }) => status === 'failed');
  if (ports.notAsked === 'no-address' && unknown !== undefined)
    return openBy('addresses-not-looked-up', { host: unknown.host });
  if (ports.notAsked !== null) return notAskedWords[ports.notAsked];
  const edges = ports.addresses.flatMap(({ edge }) => edge?.name ?? []);
  return edges.length === ports.addresses.length
    ? notApplicable(`The addresses belong to ${firstAndMore([...new Set(edges)], 2)}, which operates their other ports`)
    : null;
}

/** Location of a port. */
export const portLocation = ({ host, address }: Pick<SweptAddress, 'host' | 'address'>, port: number): Location => ({
  host,
  address,
  port,
  url: `tcp://${host}:${port}`,
});

const sharedText = ({ sharedWith }: SweptAddress): string =>
  sharedWith === null ? '' : ` The server is shared: its operator (${shorten(sharedWith, 80)}) can close the port.`;

/** Adjusts a verdict on an open port of a shared server, which only its operator can close. */
export const weighShared = (verdict: Verdict, place: SweptAddress): Verdict =>
  redraft(verdict, (draft) => ({
    ...(verdict.outcome === 'fail' && place.sharedWith !== null ? { confidence: 'firm' as const } : {}),
    ...draft,
    description: `${draft.description}${sharedText(place)}`,
  }));

/** Why an address cannot be judged as a whole; null where it can. */
export const closedBy = ({ edge, tarpit, address }: SweptAddress): Plain | null => {
  if (edge !== null) return notApplicable(`${address} belongs to ${edge.name}, which operates its other ports`);
  return tarpit ? openBy('every-port-open', { address }) : null;
};

/** The name of a port's service with its version. */
export const serviceText = ({ service, product, version }: OpenPort): string => {
  const name = product ?? (service === null ? 'A service' : serviceNames[service]);
  return shorten(version === null ? name : `${name} ${version}`, 80);
};
