import type { EvidenceByKind, EvidenceKind } from '../evidence/evidence.ts';
import type { Check, CheckDefinition } from './check.ts';
import { defineCheck } from './check.ts';
import { failIfAny, inconclusive, informational, notApplicable, pass } from './outcome.ts';
import type { Location, Outcome } from './outcome.ts';
import type { Verdict } from './verdict.ts';

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
  const answered = judged.some(({ endpoint, verdict }) => isFull(endpoint) && verdict !== 'unknown');
  return answered ? judged.filter(({ endpoint, verdict }) => isFull(endpoint) || verdict !== 'unknown') : judged;
}

const firstReason = (judged: readonly Judged[], verdict: 'good' | 'moot' | 'unknown'): string | undefined => {
  const found = judged.find((one) => one.verdict === verdict);
  return found?.verdict === verdict ? found.reason : undefined;
};

function openReason(judged: readonly Judged[], leftOut: Survey<EndpointPlace>['leftOut']): string | undefined {
  const open = judged.flatMap((one) =>
    one.verdict === 'unknown' ? [{ place: one.endpoint, reason: one.reason }] : [],
  );
  const [first] = [...open, ...leftOut];
  return first === undefined ? undefined : `${placeOf(first.place)}: ${first.reason}`;
}

/** One outcome from the verdicts of all endpoints: a failure stands whatever else is unknown, a pass needs every one. */
function combine(finding: string, judged: readonly Judged[], leftOut: Survey<EndpointPlace>['leftOut']): Outcome {
  const bads = judged.flatMap((one) =>
    one.verdict === 'bad' ? [{ location: locationOf(one.endpoint), ...one.draft }] : [],
  );
  const on = (count: number): string => `on ${count} of ${judged.length} endpoint${judged.length === 1 ? '' : 's'}`;
  if (bads.length > 0) return failIfAny(bads, `${finding} ${on(bads.length)}`, '');
  const notes = judged.flatMap((one) =>
    one.verdict === 'noted' ? [{ location: locationOf(one.endpoint), ...one.draft }] : [],
  );
  if (notes.length > 0) return informational(`${finding} ${on(notes.length)}`, notes);
  const open = openReason(judged, leftOut);
  if (open !== undefined) return inconclusive(open);
  const passed = firstReason(judged, 'good');
  return passed === undefined ? notApplicable(firstReason(judged, 'moot') ?? 'No endpoint to ask') : pass(passed);
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
