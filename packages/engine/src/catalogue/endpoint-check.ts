import {
  failIfAny,
  inconclusive,
  informIfAny,
  type Location,
  notApplicable,
  type Outcome,
  pass,
  type Plain,
  type Verdict,
} from './outcome.ts';
import type { EvidenceByKind, EvidenceKind } from '../evidence/evidence.ts';
import type { Check, CheckDefinition } from './check.ts';
import { defineCheck } from './check.ts';

/** What every endpoint has, whichever kind of evidence it is from. */
export interface EndpointPlace {
  address: string;
  port: number;
  serverName: string;
  /** light: most questions were not asked there on purpose. Full where left out. */
  depth?: 'full' | 'light';
}

/** The endpoints that a question goes to; silence: the outcome where there is none to ask. */
export interface Survey<E extends EndpointPlace> {
  silence: Outcome | null;
  endpoints: readonly E[];
  /** Endpoints that we left out although visitors may reach them: they stand against a pass. */
  leftOut: readonly { place: EndpointPlace; reason: string }[];
}

/** Where the endpoints of a question come from. */
export interface EndpointSource<N extends EvidenceKind, E extends EndpointPlace> {
  needs: readonly N[];
  survey: (evidence: Pick<EvidenceByKind, N>) => Survey<E>;
}

type Judged = { endpoint: EndpointPlace } & Verdict;

/** Address and port as people write them, IPv6 in brackets. */
export const placeOf = ({ address, port }: Pick<EndpointPlace, 'address' | 'port'>): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

const locationOf = ({ serverName, port, address }: EndpointPlace): Location => ({ host: serverName, port, address });

const isFull = ({ depth }: EndpointPlace): boolean => depth !== 'light';

/** A light look cannot answer most questions: its silence counts only where no full look has answered. */
function withoutLightSilence(judged: readonly Judged[]): readonly Judged[] {
  const answered = judged.some(({ endpoint, outcome }) => isFull(endpoint) && outcome !== 'inconclusive');
  return answered ? judged.filter(({ endpoint, outcome }) => isFull(endpoint) || outcome !== 'inconclusive') : judged;
}

const firstReason = (judged: readonly Judged[], outcome: Plain['outcome']): string | undefined => {
  const found = judged.find((one) => one.outcome === outcome);
  return found?.outcome === outcome ? found.reason : undefined;
};

function openReason(judged: readonly Judged[], leftOut: Survey<EndpointPlace>['leftOut']): string | undefined {
  const open = judged.flatMap((one) =>
    one.outcome === 'inconclusive' ? [{ place: one.endpoint, reason: one.reason }] : [],
  );
  const [first] = [...open, ...leftOut];
  return first === undefined ? undefined : `${placeOf(first.place)}: ${first.reason}`;
}

/** One outcome from the verdicts of all endpoints: a failure stands whatever else is unknown, a pass needs every one. */
function combine(finding: string, judged: readonly Judged[], leftOut: Survey<EndpointPlace>['leftOut']): Outcome {
  const failures = judged.flatMap((one) =>
    one.outcome === 'fail' ? [{ location: locationOf(one.endpoint), ...one.draft }] : [],
  );
  const on = (count: number): string => `on ${count} of ${judged.length} endpoint${judged.length === 1 ? '' : 's'}`;
  if (failures.length > 0) return failIfAny(failures, `${finding} ${on(failures.length)}`, '');
  const notes = judged.flatMap((one) =>
    one.outcome === 'informational' ? [{ location: locationOf(one.endpoint), ...one.draft }] : [],
  );
  if (notes.length > 0) return informIfAny(notes, `${finding} ${on(notes.length)}`, '');
  const open = openReason(judged, leftOut);
  if (open !== undefined) return inconclusive(open);
  const passed = firstReason(judged, 'pass');
  return passed === undefined
    ? notApplicable(firstReason(judged, 'not-applicable') ?? 'No endpoint to ask')
    : pass(passed);
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
        const judged = endpoints.map((endpoint): Judged => ({ endpoint, ...judge(endpoint) }));
        return combine(definition.finding, withoutLightSilence(judged), leftOut);
      },
    });
  };
