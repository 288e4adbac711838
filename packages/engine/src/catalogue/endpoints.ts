import { printAddressPort } from '@perimeter/protocols/dns/address';
import type { EvidenceByKind, EvidenceKind } from '../evidence/evidence.ts';
import { type Location, type Outcome, redraft, type Verdict, type Why, whyAt } from './outcome.ts';
import type { Subject } from './check-of.ts';

/** Fields that endpoints of every kind of evidence have. */
export interface EndpointPlace {
  address: string;
  port: number;
  serverName: string;
  /** light, compared: most questions were skipped on purpose. Full where left out. */
  depth?: 'full' | 'compared' | 'light';
}

/** An endpoint that gave no answer. isOpen: nothing about it is known, so a pass names it and the score is provisional. */
export interface LeftOut extends Why {
  place: EndpointPlace;
  isOpen?: boolean;
}

/** The endpoints that a check judges. silence: the outcome where there are none. */
export interface Survey<E extends EndpointPlace> {
  silence: Outcome | null;
  endpoints: readonly E[];
  /** Endpoints that visitors may reach but the audit did not see: any entry prevents a pass. */
  leftOut: readonly LeftOut[];
}

/** The source of a check's endpoints. */
export interface EndpointSource<N extends EvidenceKind, E extends EndpointPlace> {
  needs: readonly N[];
  survey: (evidence: Pick<EvidenceByKind, N>) => Survey<E>;
  /** What distinguishes findings at one host and port. */
  subject?: (endpoint: E) => string;
  /** Prefix of each description where two findings at one place would read alike; null elsewhere. */
  about?: (endpoint: E) => string | null;
  /** Identity of an object that several endpoints share, such as a certificate: faults in it become one finding that lists the endpoints. */
  same?: { key: (endpoint: E) => string; unit: string };
}

/** Address and port for display, IPv6 in brackets. */
export const placeOf = (place: Pick<EndpointPlace, 'address' | 'port'>): string => printAddressPort(place);

/** Location of a finding about an endpoint. */
export const locationOf = ({ serverName, port, address }: EndpointPlace): Location => ({
  host: serverName,
  port,
  address,
});

/** The verdict with this prefix on its descriptions. */
const named = (verdict: Verdict, about: string): Verdict =>
  redraft(verdict, (draft) => ({ ...draft, description: `${about}: ${draft.description}` }));

/** A subject with one judgement per endpoint: one finding for each that fails. */
export const endpointsOf = <const N extends EvidenceKind, E extends EndpointPlace>({
  needs,
  survey,
  subject,
  about = () => null,
  same,
}: EndpointSource<N, E>): Subject<N, E> => ({
  needs,
  select: (evidence) => {
    const { silence, endpoints, leftOut } = survey(evidence);
    if (silence !== null) return silence;
    const places = endpoints.map((endpoint) => {
      const words = about(endpoint);
      return {
        of: endpoint,
        location: locationOf(endpoint),
        label: placeOf(endpoint),
        isLight: endpoint.depth !== undefined && endpoint.depth !== 'full',
        ...(subject === undefined ? {} : { subject: subject(endpoint) }),
        ...(same === undefined ? {} : { key: same.key(endpoint) }),
        ...(words === null ? {} : { weigh: (verdict: Verdict) => named(verdict, words) }),
      };
    });
    const open = leftOut.flatMap(({ isOpen, place, ...why }) => (isOpen ? [] : [whyAt(placeOf(place), why)]));
    const unjudged = leftOut.flatMap(({ isOpen, place }) => (isOpen ? [placeOf(place)] : []));
    return { places, open, unjudged, unit: same?.unit ?? 'endpoint' };
  },
});

/** A subject with all endpoints of a source at once, for checks that compare them. */
export const allEndpointsOf = <const N extends EvidenceKind, E extends EndpointPlace>({
  needs,
  survey,
}: Pick<EndpointSource<N, E>, 'needs' | 'survey'>): Subject<N, Survey<E>> => ({
  needs,
  select: (evidence) => {
    const surveyed = survey(evidence);
    const [first] = [...surveyed.endpoints, ...surveyed.leftOut.map(({ place }) => place)];
    return surveyed.silence ?? { places: first === undefined ? [] : [{ of: surveyed, location: locationOf(first) }] };
  },
});
