import type { EvidenceByKind, EvidenceKind } from '../evidence/evidence.ts';
import { type Check, type CheckDefinition, defineCheck } from './check.ts';
import { combine, type Judged } from './combine.ts';
import { fail, informational, type Location, type Outcome, type Verdict } from './outcome.ts';

/** What every endpoint has, whichever kind of evidence it is from. */
export interface EndpointPlace {
  address: string;
  port: number;
  serverName: string;
  /** light: most questions were not asked there on purpose. Full where left out. */
  depth?: 'full' | 'light';
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

type JudgedEndpoint = Judged & { endpoint: EndpointPlace };

const isFull = ({ depth }: EndpointPlace): boolean => depth !== 'light';

/** A light look cannot answer most questions: its silence counts only where no full look has answered. */
function withoutLightSilence(judged: readonly JudgedEndpoint[]): readonly JudgedEndpoint[] {
  const answered = judged.some(({ endpoint, outcome }) => isFull(endpoint) && outcome !== 'inconclusive');
  return answered ? judged.filter(({ endpoint, outcome }) => isFull(endpoint) || outcome !== 'inconclusive') : judged;
}

const withName = <D extends { description: string }>(draft: D, about: string): D => ({
  ...draft,
  description: `${about}: ${draft.description}`,
});

/** The verdict with descriptions that say first what they are about. */
function named(verdict: Verdict, about: string | null): Verdict {
  if (about === null || !('drafts' in verdict)) return verdict;
  if (verdict.outcome === 'fail') {
    const [first, ...rest] = verdict.drafts;
    return fail(withName(first, about), ...rest.map((draft) => withName(draft, about)));
  }
  const [first, ...rest] = verdict.drafts;
  return informational(withName(first, about), ...rest.map((draft) => withName(draft, about)));
}

/** A pass of what was judged names the addresses that were not. */
function withOpen<O extends Outcome>(outcome: O, leftOut: readonly LeftOut[]): O {
  const open = leftOut.flatMap(({ isOpen, place }) => (isOpen ? [placeOf(place)] : []));
  return open.length === 0 ? outcome : { ...outcome, reason: `${outcome.reason} (not judged: ${open.join(', ')})` };
}

/** The way to declare checks that ask every endpoint of a source the same question: one finding for each that fails. */
export const endpointChecks =
  <const N extends EvidenceKind, E extends EndpointPlace>(source: EndpointSource<N, E>) =>
  (definition: Omit<CheckDefinition<N>, 'needs' | 'evaluate'> & { judge: (endpoint: E) => Verdict }): Check => {
    const { judge, ...facts } = definition;
    return defineCheck<N>({
      ...facts,
      needs: source.needs,
      evaluate: (evidence) => {
        const { silence, endpoints, leftOut } = source.survey(evidence);
        if (silence !== null) return silence;
        const judged = endpoints.map((endpoint): JudgedEndpoint => ({
          endpoint,
          location: locationOf(endpoint),
          label: placeOf(endpoint),
          ...(source.subject === undefined ? {} : { subject: source.subject(endpoint) }),
          ...named(judge(endpoint), source.about?.(endpoint) ?? null),
        }));
        const open = leftOut.flatMap(({ isOpen, place, reason }) => (isOpen ? [] : [`${placeOf(place)}: ${reason}`]));
        const outcome = combine(definition.finding, withoutLightSilence(judged), { open, unit: 'endpoint' });
        return outcome.outcome === 'pass' ? withOpen(outcome, leftOut) : outcome;
      },
    });
  };
