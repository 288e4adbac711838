import type { EvidenceByKind, EvidenceKind } from '../evidence/evidence.ts';
import { type Check, type CheckDefinition, defineCheck } from './check.ts';
import { combine, type Judged } from './combine.ts';
import { fail, informational, type Lines, type Location, type Outcome, type Verdict, worded } from './outcome.ts';

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

/** key: what is judged there, where that may stand at several places. */
type JudgedEndpoint = Judged & { endpoint: EndpointPlace; key: string | null };

const isFull = ({ depth }: EndpointPlace): boolean => depth === undefined || depth === 'full';

const isSilent = (judged: JudgedEndpoint): boolean => judged.outcome === 'inconclusive' && judged.asked !== true;

/** A light look leaves out most questions, which count only where no full look has answered; one that it asked in vain counts. */
function withoutLightSilence(judged: readonly JudgedEndpoint[]): readonly JudgedEndpoint[] {
  const answered = judged.some(({ endpoint, outcome }) => isFull(endpoint) && outcome !== 'inconclusive');
  return answered ? judged.filter((one) => isFull(one.endpoint) || !isSilent(one)) : judged;
}

const textOf = (verdict: Verdict): string =>
  'drafts' in verdict ? verdict.drafts.map(({ description }) => description).join('\n') : verdict.reason;

/** The verdict with other descriptions. */
function described(verdict: Verdict, change: (description: string) => string): Verdict {
  if (!('drafts' in verdict)) return verdict;
  const changed = <D extends { description: string }>(draft: D): D => ({
    ...draft,
    description: change(draft.description),
  });
  if (verdict.outcome === 'fail') {
    const [first, ...rest] = verdict.drafts;
    return fail(changed(first), ...rest.map(changed));
  }
  const [first, ...rest] = verdict.drafts;
  return informational(changed(first), ...rest.map(changed));
}

/** The verdict at its first place, whose drafts also name the others. */
function atPlaces([first, ...others]: readonly [JudgedEndpoint, ...JudgedEndpoint[]]): JudgedEndpoint {
  if (others.length === 0) return first;
  const also = others.map(({ endpoint }) => placeOf(endpoint)).join(', ');
  return { ...first, ...described(first, (description) => `${description} The same at ${also}.`) };
}

/** Equal verdicts about the same thing become one, at the first place by address: answers of DNS rotate. */
function merged(judged: readonly JudgedEndpoint[]): readonly JudgedEndpoint[] {
  const groups = new Map<string, [JudgedEndpoint, ...JudgedEndpoint[]]>();
  for (const [index, one] of judged.entries()) {
    const key = one.key === null ? String(index) : `${one.key} ${one.outcome} ${textOf(one)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else if (one.endpoint.address < group[0].endpoint.address) group.unshift(one);
    else group.push(one);
  }
  return [...groups.values()].map(atPlaces);
}

/** The verdict with descriptions that say first what they are about. */
const named = (verdict: Verdict, about: string | null): Verdict =>
  about === null ? verdict : described(verdict, (description) => `${about}: ${description}`);

/** A pass of what was judged names the addresses that were not. */
function withOpen<O extends Outcome>(outcome: O, leftOut: readonly LeftOut[]): O {
  const open = leftOut.flatMap(({ isOpen, place }) => (isOpen ? [placeOf(place)] : []));
  return open.length === 0 ? outcome : { ...outcome, reason: `${outcome.reason} (not judged: ${open.join(', ')})` };
}

/**
 * A check of every endpoint. Words alone are a fault, or a fact where the check only informs, and what the check shows of
 * the endpoint is their proof.
 */
type EndpointCheck<N extends EvidenceKind, E> = Omit<CheckDefinition<N>, 'needs' | 'evaluate'> & {
  judge: (endpoint: E) => Verdict | string;
  shows?: (endpoint: E) => Lines;
};

/** The way to declare checks that ask every endpoint of a source the same question: one finding for each that fails. */
export const endpointChecks =
  <const N extends EvidenceKind, E extends EndpointPlace>(source: EndpointSource<N, E>) =>
  ({ judge, shows = () => [], ...facts }: EndpointCheck<N, E>): Check => {
    const verdictOf = (endpoint: E): Verdict => worded(judge(endpoint), facts, () => shows(endpoint));
    return defineCheck<N>({
      ...facts,
      needs: source.needs,
      evaluate: (evidence) => {
        const { silence, endpoints, leftOut } = source.survey(evidence);
        if (silence !== null) return silence;
        const verdicts = endpoints.map((endpoint): JudgedEndpoint => ({
          endpoint,
          key: source.same?.key(endpoint) ?? null,
          location: locationOf(endpoint),
          label: placeOf(endpoint),
          ...(source.subject === undefined ? {} : { subject: source.subject(endpoint) }),
          ...named(verdictOf(endpoint), source.about?.(endpoint) ?? null),
        }));
        const open = leftOut.flatMap(({ isOpen, place, reason }) => (isOpen ? [] : [`${placeOf(place)}: ${reason}`]));
        const unit = source.same?.unit ?? 'endpoint';
        const outcome = combine(facts.finding, merged(withoutLightSilence(verdicts)), { open, unit });
        return outcome.outcome === 'pass' ? withOpen(outcome, leftOut) : outcome;
      },
    });
  };
