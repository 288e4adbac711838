import type { EvidenceByKind, EvidenceKind } from '../evidence/evidence.ts';
import { type Check, type CheckDefinition, defineCheck } from './check.ts';
import { combine } from './combine.ts';
import {
  fail,
  type FindingDraft,
  informational,
  type Lines,
  type Location,
  type ObservationDraft,
  type Plain,
  proof,
  type Settled,
  type Unplaced,
  type Verdict,
} from './outcome.ts';

/** The records that a question is about, and where they stand; or the outcome where it does not arise. */
export type Selected<R> = Plain | { records: R; location: Location; reproduce: string | null };

/** Goes on from selected records to what a narrower question is about, or to why that does not arise. */
export function narrow<A, B>(
  selected: Selected<A>,
  next: (records: A) => Plain | { records: B; reproduce?: string | null },
): Selected<B> {
  if ('outcome' in selected) return selected;
  const narrower = next(selected.records);
  return 'outcome' in narrower ? narrower : { ...selected, ...narrower };
}

/** What of a check decides how its findings weigh. */
type Weighed = Pick<CheckDefinition<EvidenceKind>, 'id' | 'weakness'>;

/** Where the records of a question come from. */
export interface RecordSource<N extends EvidenceKind, R> {
  needs: readonly N[];
  select: (evidence: Pick<EvidenceByKind, N>) => Selected<R>;
  /** What proves a fault that a check states in words alone. */
  shows?: (records: R) => Lines;
  /** Changes a finding where the records make it weigh less. */
  weigh?: (draft: Unplaced<FindingDraft>, records: R, check: Weighed) => Unplaced<FindingDraft>;
  /** True where the records make a failure a mere fact. */
  softens?: (records: R, check: Weighed) => boolean;
}

/**
 * A check of records; at: where they stand, if not where the source says. Words alone are a fault, or a fact where the check
 * only informs, and their proof is what the check shows, or else the source.
 */
type RecordCheck<N extends EvidenceKind, R> = Omit<CheckDefinition<N>, 'needs' | 'evaluate'> & {
  judge: (records: R) => Verdict | string;
  at?: (records: R) => Location;
  shows?: (records: R) => Lines;
};

type SomeFinding = Unplaced<FindingDraft>;

/** A proof ends in the command that shows the same records, unless it names another. */
const finished = <D extends { evidence: Lines }>(draft: D, reproduce: string | null): Settled<D> => {
  const shown = proof(draft.evidence);
  return { ...draft, evidence: shown.includes('Reproduce: ') ? shown : proof(shown, reproduce) };
};

const eachOf = <A, B>([first, ...rest]: readonly [A, ...A[]], change: (one: A) => B): [B, ...B[]] => [
  change(first),
  ...rest.map(change),
];

/** A verdict whose proofs end in a command that shows the same, unless they name another. */
export function reproduced(verdict: Verdict, reproduce: string | null): Verdict {
  if (verdict.outcome === 'informational')
    return { ...verdict, drafts: eachOf(verdict.drafts, (draft) => finished(draft, reproduce)) };
  if (verdict.outcome === 'fail')
    return { ...verdict, drafts: eachOf(verdict.drafts, (draft) => finished(draft, reproduce)) };
  return verdict;
}

/** A failure as a fact. */
const soft = ({
  description,
  evidence,
  location,
  subject,
}: Settled<SomeFinding>): Settled<Unplaced<ObservationDraft>> => ({
  description,
  evidence,
  ...(location === undefined ? {} : { location }),
  ...(subject === undefined ? {} : { subject }),
});

/** The way to declare checks that judge a set of records of the target. */
export const recordChecks =
  <const N extends EvidenceKind, R>({
    needs,
    select,
    shows: shown = () => [],
    weigh = (draft) => draft,
    softens = () => false,
  }: RecordSource<N, R>) =>
  ({ judge, at, shows = shown, ...facts }: RecordCheck<N, R>): Check =>
    defineCheck<N>({
      ...facts,
      needs,
      evaluate: (evidence) => {
        const selected = select(evidence);
        if ('outcome' in selected) return selected;
        const { records, reproduce } = selected;
        const location = at?.(records) ?? selected.location;
        const finish = (verdict: Verdict): Verdict => {
          if (verdict.outcome !== 'fail') return reproduced(verdict, reproduce);
          const drafts = eachOf(verdict.drafts, (draft) => finished(weigh(draft, records, facts), reproduce));
          return softens(records, facts)
            ? { outcome: 'informational', drafts: eachOf(drafts, soft) }
            : { ...verdict, drafts };
        };
        const judged = judge(records);
        const state = facts.weakness === undefined ? informational : fail;
        const verdict = typeof judged === 'string' ? state({ description: judged, evidence: shows(records) }) : judged;
        return combine(facts.finding, [{ ...finish(verdict), location }]);
      },
    });
