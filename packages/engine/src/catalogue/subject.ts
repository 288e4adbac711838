import type { EvidenceByKind, EvidenceKind } from '../evidence/evidence.ts';
import type { CheckDefinition } from './check.ts';
import type { Lines, Location, Outcome, Plain, Verdict } from './outcome.ts';

/** The verdict of one place; label: how a reason names the place, where there may be several; subject: that of drafts without one. */
export type Judged = Verdict & { location: Location; label?: string; subject?: string };

/** What a check says of itself: all but what it reads and how it judges. */
export type Facts = Omit<CheckDefinition<EvidenceKind>, 'needs' | 'evaluate'>;

/** Changes what a verdict is worth at a place. */
type Weigh = (verdict: Verdict, check: Facts) => Verdict;

interface Spot {
  location: Location;
  /** How a reason names the place, where there may be several. */
  label?: string;
  /** What of the place it is, for findings that name nothing themselves: part of their identity. */
  subject?: string;
  /** What is judged there, where that may stand at several places: equal verdicts about it are one finding. */
  key?: string;
  /** Most questions were not asked there on purpose: silence counts only where no other place has answered. */
  isLight?: boolean;
  /** The command that shows people the same, by the place of a finding; left out where a proof has one already. */
  reproduce?: ((at: Location) => string | null) | string | null;
  weigh?: Weigh;
  quote?: () => Lines;
}

/** One place: what a check judges there, or its verdict where that needs no judge. */
export type Place<T> = Spot & ({ of: T } | { settled: Plain });

/** The places that a question goes to. */
export interface Places<T> {
  places: readonly Place<T>[];
  /** Why places that visitors may reach are not among these: each stands against a pass. */
  open?: readonly string[];
  /** What the places are, where a reason is to count them. */
  unit?: string;
  /** Places that nobody could judge, so that the whole score is provisional: a pass names them. */
  unjudged?: readonly string[];
  /** What is left of the verdicts, where not all of them count. */
  keep?: (judged: readonly Judged[]) => readonly Judged[];
  /** The outcome in other words. */
  settle?: (outcome: Outcome, judged: readonly Judged[]) => Outcome;
}

/** The places of a question, or its outcome where it does not arise, or nothing was seen. */
export type Selected<T> = Outcome | Places<T>;

/** What checks are about: where it is in the evidence, what proves a fault of it, and what verdicts on it are worth. */
export interface Subject<N extends EvidenceKind, T> {
  needs: readonly N[];
  select: (evidence: Pick<EvidenceByKind, N>, check: Facts) => Selected<T>;
  /** What proves a fault that a check states in words alone. */
  quote?: (of: T) => Lines;
  weigh?: (verdict: Verdict, of: T, check: Facts) => Verdict;
}

/** Selects one thing: where it stands, and the command that shows it. */
export const onePlace = <T>(of: T, location: Location, reproduce: string | null = null): Places<T> => ({
  places: [{ of, location, reproduce }],
});

/** Evidence as a whole, for checks that compare; at: where their verdict stands. */
export const evidenceOf = <const N extends EvidenceKind>(
  needs: readonly N[],
  at: (evidence: Pick<EvidenceByKind, N>) => Location,
): Subject<N, Pick<EvidenceByKind, N>> => ({ needs, select: (evidence) => onePlace(evidence, at(evidence)) });

/** What a narrower question is about at a place, and where that stands, if not at the place itself. */
export type Narrower<T> = Plain | { of: T; location?: Location; reproduce?: string | null };

/** The narrower question about what another subject selects; its proofs and weights hold unless replaced, or beside the new ones. */
export function narrow<const N extends EvidenceKind, A, B, const M extends EvidenceKind = never>(
  subject: Subject<N, A>,
  next: (of: A, evidence: Pick<EvidenceByKind, N | M>) => Narrower<B>,
  { needs = [], ...own }: Partial<Omit<Subject<N | M, B>, 'needs' | 'select'>> & { needs?: readonly M[] } = {},
): Subject<N | M, B> {
  const placeOf = (place: Place<A>, evidence: Pick<EvidenceByKind, N | M>): Place<B> => {
    if ('settled' in place) return place;
    const { of, ...spot } = place;
    const around: Spot = {
      ...spot,
      quote: () => subject.quote?.(of) ?? spot.quote?.() ?? [],
      weigh: (verdict, check) => {
        const weighed = subject.weigh?.(verdict, of, check) ?? verdict;
        return spot.weigh?.(weighed, check) ?? weighed;
      },
    };
    const narrower = next(of, evidence);
    return 'outcome' in narrower ? { ...around, settled: narrower } : { ...around, ...narrower };
  };
  return {
    ...own,
    needs: [...subject.needs, ...needs],
    select: (evidence, check) => {
      const selected = subject.select(evidence, check);
      return 'outcome' in selected
        ? selected
        : { ...selected, places: selected.places.map((place) => placeOf(place, evidence)) };
    },
  };
}
