import type { EvidenceByKind, EvidenceKind } from '../evidence/evidence.ts';
import { type Location, type Outcome, redraft, type Verdict } from './outcome.ts';
import type { Subject } from './check-of.ts';

/** What every endpoint has, whichever kind of evidence it is from. */
export interface EndpointPlace {
  address: string;
  port: number;
  serverName: string;
  /** light, compared: most questions were not asked there on purpose. Full where left out. */
  depth?: 'full' | 'compared' | 'light';
}

/** An endpoint without an answer. isOpen: all of it is unknown, so passes name it, and the whole score is provisional by it. */
export interface LeftOut {
  place: EndpointPlace;
  reason: string;
  isOpen?: boolean;
}

/** The endpoints that a question goes to; silence: the outcome where there is none to ask. */
export interface Survey<E extends EndpointPlace> {
  silence: Outcome | null;
  endpoints: readonly E[];
  /** Endpoints that we did not see though visitors may reach them: they stand against a pass. */
  leftOut: readonly LeftOut[];
}

/** Where the endpoints of a question come from. */
export interface EndpointSource<N extends EvidenceKind, E extends EndpointPlace> {
  needs: readonly N[];
  survey: (evidence: Pick<EvidenceByKind, N>) => Survey<E>;
  /** What tells findings at one place apart, where that is more than host and port. */
  subject?: (endpoint: E) => string;
  /** What each description begins with, where people would take two findings at one place for the same; null elsewhere. */
  about?: (endpoint: E) => string | null;
  /** What is the same thing at several places, such as a certificate: what is found in it is one finding that names them. */
  same?: { key: (endpoint: E) => string; unit: string };
}

/** Address and port as people write them, IPv6 in brackets. */
export const placeOf = ({ address, port }: Pick<EndpointPlace, 'address' | 'port'>): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

/** Where a finding about an endpoint stands. */
export const locationOf = ({ serverName, port, address }: EndpointPlace): Location => ({
  host: serverName,
  port,
  address,
});

/** The verdict with descriptions that say first what they are about. */
const named = (verdict: Verdict, about: string): Verdict =>
  redraft(verdict, (draft) => ({ ...draft, description: `${about}: ${draft.description}` }));

/** Every endpoint of a source: one finding for each that fails. */
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
    const open = leftOut.flatMap(({ isOpen, place, reason }) => (isOpen ? [] : [`${placeOf(place)}: ${reason}`]));
    const unjudged = leftOut.flatMap(({ isOpen, place }) => (isOpen ? [placeOf(place)] : []));
    return { places, open, unjudged, unit: same?.unit ?? 'endpoint' };
  },
});

/** All endpoints of a source side by side, for checks that compare. */
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
