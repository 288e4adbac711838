import type { EvidenceByKind, EvidenceKind } from '../evidence/evidence.ts';
import type { CheckDefinition } from './check.ts';
import type { Lines, Location, Outcome, Plain, Verdict, Why } from './outcome.ts';

/** The verdict at one place. label: how a reason names the place where there are several. subject: default for drafts without one. */
export type Judged = Verdict & { location: Location; label?: string; subject?: string };

/** The declared facts of a check: all members but its needs and its evaluation. */
export type Facts = Omit<CheckDefinition<EvidenceKind>, 'needs' | 'evaluate'>;

/** Changes a verdict by the weight of its place. */
type Weigh = (verdict: Verdict, check: Facts) => Verdict;

interface Spot {
  location: Location;
  /** How a reason names the place where there are several. */
  label?: string;
  /** Default subject of findings that name none; part of their fingerprint. */
  subject?: string;
  /** Identity of an object that may appear at several places: equal verdicts about it become one finding. */
  key?: string;
  /** Most questions were skipped there on purpose: an unanswered one counts only where no other place has answered. */
  isLight?: boolean;
  /** The reproduce command by location; left out where a proof has one already. */
  reproduce?: ((at: Location) => string | null) | string | null;
  weigh?: Weigh;
  quote?: () => Lines;
}

/** One place with the object to judge, or with a settled verdict. */
export type Place<T> = Spot & ({ of: T } | { settled: Plain });

/** The places that a check judges. */
export interface Places<T> {
  places: readonly Place<T>[];
  /** Why places that visitors may reach are not listed: any entry prevents a pass. */
  open?: readonly Why[];
  /** Plural noun for the places, used where a reason counts them. */
  unit?: string;
  /** Places that could not be judged, which make the score provisional: a pass names them. */
  unjudged?: readonly string[];
  /** Filters the verdicts that count. */
  keep?: (judged: readonly Judged[]) => readonly Judged[];
  /** Rewrites the outcome. */
  settle?: (outcome: Outcome, judged: readonly Judged[]) => Outcome;
}

/** The places to judge; or the outcome, where the question does not arise or nothing was seen. */
export type Selected<T> = Outcome | Places<T>;

/** What a check judges: how to select it from the evidence, how to prove a fault, and how to weigh verdicts. */
export interface Subject<N extends EvidenceKind, T> {
  needs: readonly N[];
  select: (evidence: Pick<EvidenceByKind, N>, check: Facts) => Selected<T>;
  /** The proof of a fault that a check states as text only. */
  quote?: (of: T) => Lines;
  weigh?: (verdict: Verdict, of: T, check: Facts) => Verdict;
  /** The object as other clients get it; null: the same, or unknown. A pass that does not hold there is open. */
  elsewhere?: (of: T) => { of: T; why: Why } | null;
}

/** Selects one object with its location and its reproduce command. */
export const onePlace = <T>(of: T, location: Location, reproduce: string | null = null): Places<T> => ({
  places: [{ of, location, reproduce }],
});

/** All evidence of the given kinds, for checks that compare. at: the location of the verdict. */
export const evidenceOf = <const N extends EvidenceKind>(
  needs: readonly N[],
  at: (evidence: Pick<EvidenceByKind, N>) => Location,
): Subject<N, Pick<EvidenceByKind, N>> => ({ needs, select: (evidence) => onePlace(evidence, at(evidence)) });

/** The object of a narrower subject at a place, with its location if that differs. */
export type Narrower<T> = Plain | { of: T; location?: Location; reproduce?: string | null };

/** A subject narrowed to a part of another subject; quotes and weights are inherited unless replaced. */
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
