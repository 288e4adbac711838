import type { Confidence } from '@perimeter/contract/finding';
import {
  asWhy,
  type By,
  type CodeWithCause,
  type OpenCode,
  type ValuesOf,
  type Why,
  whyAs,
  whyBy,
} from '../evidence/causes/cause.ts';
import type { Observed, UnknownBecause } from '../evidence/observed.ts';
import type { VectorName } from './vectors.data.ts';

export {
  asWhy,
  causeOfStatus,
  failedWhy,
  lookupBy,
  lookupWhy,
  responseBy,
  unansweredAt,
  type Why,
  whyAs,
  whyAt,
  whyBy,
} from '../evidence/causes/cause.ts';

/** Lines of proof, and lists of them; one that is null or empty is left out. */
export type Lines = string | null | readonly Lines[];

/** Where an instance of a finding or observation was seen. */
export interface Location {
  /** Host name, A-labels. */
  host: string;
  port?: number;
  address?: string;
  /** The URL to show; derived from host and port where it is left out. */
  url?: string;
}

/** One located instance of a failure, as a check states it; the runner adds id, severity and prose. */
export interface FindingDraft {
  location: Location;
  /** What was seen and what was expected instead, in a sentence or two. */
  description: string;
  /** Raw proof, quoted from the evidence: header lines, bytes in hex, records. */
  evidence: Lines;
  /** How sure: confirmed unless said otherwise. */
  confidence?: Confidence;
  /** The part of the host and port that failed, such as a header name or a suite; part of the fingerprint. */
  subject?: string;
  /** Name of a vector that replaces the check's own where the context demands it. */
  cvss?: VectorName;
  /** Another check whose fix also resolves this finding and is the one to apply here. */
  fixOf?: string;
}

/** A located fact without severity. */
export interface ObservationDraft {
  location: Location;
  description: string;
  evidence: Lines;
  subject?: string;
}

/** A draft whose proof lines are joined to one text. */
export type Settled<D> = D & { evidence: string };

/** An answer that is not known, with the code of its cause. */
export interface Inconclusive extends Why {
  outcome: 'inconclusive';
  /** The question was asked without an answer, so that another place's answer does not replace it. */
  asked?: true;
}

/** An answer without drafts, of a check or of one place. not-applicable: the question does not arise. */
export type Plain =
  | Inconclusive
  | {
      outcome: 'pass' | 'not-applicable';
      reason: string;
      /** Not applicable only: the check that reports the same thing. */
      coveredBy?: string;
    };

/** The result of a check. */
export type Outcome =
  | Plain
  | { outcome: 'fail'; reason: string; findings: readonly [Settled<FindingDraft>, ...Settled<FindingDraft>[]] }
  | { outcome: 'informational'; reason: string; observations: readonly Settled<ObservationDraft>[] };

/** A draft whose location defaults to the place that is judged. */
export type Unplaced<D extends { location: Location }> = Omit<D, 'location'> & { location?: Location };

/** A failure as most checks state it. */
export type Fault = Unplaced<FindingDraft>;

type SettledFinding = Settled<Unplaced<FindingDraft>>;
type SettledObservation = Settled<Unplaced<ObservationDraft>>;

/** The result of a check at one place. */
export type Verdict =
  | Plain
  | { outcome: 'fail'; drafts: readonly [SettledFinding, ...SettledFinding[]] }
  | { outcome: 'informational'; drafts: readonly [SettledObservation, ...SettledObservation[]] };

export const pass = (reason: string): Plain => ({ outcome: 'pass', reason });
export const notApplicable = (reason: string): Plain => ({ outcome: 'not-applicable', reason });
/** An inconclusive verdict by a reason or a failure; no check words a sentence of its own. */
export const inconclusive = (why: Why | UnknownBecause): Inconclusive => ({ outcome: 'inconclusive', ...asWhy(why) });
/** An inconclusive verdict with a sentence of `openReasons`. */
export const openBy = <Code extends CodeWithCause>(code: Code, ...values: ValuesOf<Code>): Inconclusive =>
  inconclusive(whyBy(code, ...values));
/** The same where the values show the cause. */
export const openAs = <Code extends OpenCode>(by: By, code: Code, ...values: ValuesOf<Code>): Inconclusive =>
  inconclusive(whyAs(by, code, ...values));
export const unanswered = (...why: Parameters<typeof inconclusive>): Inconclusive => ({
  ...inconclusive(...why),
  asked: true,
});

/** Joins lines of proof; null lines, such as a command that is not safe to paste, are left out. */
export const proof = (...lines: readonly Lines[]): string =>
  lines
    .flatMap((line) => (typeof line === 'string' ? line : line === null ? [] : proof(...line)))
    .filter((line) => line !== '')
    .join('\n');

const settled = <D extends { evidence: Lines }>(draft: D): Settled<D> => ({
  ...draft,
  evidence: proof(draft.evidence),
});

export const fail = (first: Unplaced<FindingDraft>, ...rest: Unplaced<FindingDraft>[]): Verdict => ({
  outcome: 'fail',
  drafts: [settled(first), ...rest.map(settled)],
});
export const informational = (first: Unplaced<ObservationDraft>, ...rest: Unplaced<ObservationDraft>[]): Verdict => ({
  outcome: 'informational',
  drafts: [settled(first), ...rest.map(settled)],
});

/** Replaces a draft; limited to the members that findings and observations share. */
type Redraft = <D extends SettledObservation>(draft: D) => D;

const eachOf = <A, B>([first, ...rest]: readonly [A, ...A[]], change: (draft: A) => B): [B, ...B[]] => [
  change(first),
  ...rest.map(change),
];

/** The verdict with other drafts. */
export function redraft(verdict: Verdict, change: Redraft): Verdict {
  if (verdict.outcome === 'fail') return { ...verdict, drafts: eachOf(verdict.drafts, change) };
  return verdict.outcome === 'informational' ? { ...verdict, drafts: eachOf(verdict.drafts, change) } : verdict;
}

/** Turns a failure into an observation, for faults that do not affect the score. */
export function softened(verdict: Verdict): Verdict {
  if (verdict.outcome !== 'fail') return verdict;
  const drafts = eachOf(verdict.drafts, ({ description, evidence, location, subject }) => ({
    description,
    evidence,
    ...(location === undefined ? {} : { location }),
    ...(subject === undefined ? {} : { subject }),
  }));
  return { outcome: 'informational', drafts };
}

/** The outcome where nothing is found: the reason of a pass, or a plain outcome. */
type Otherwise = string | Plain;

const ended = (otherwise: Otherwise): Plain => (typeof otherwise === 'string' ? pass(otherwise) : otherwise);

/** The outcome of a check that found nothing: a pass, unless there is a gap. */
export const unlessOpen = (gap: Why | null | undefined, otherwise: Otherwise): Plain =>
  gap === null || gap === undefined ? ended(otherwise) : inconclusive(gap);

/** Fails by every draft, or passes where there is none. */
export const failEach = ([first, ...rest]: readonly Unplaced<FindingDraft>[], otherwise: Otherwise): Verdict =>
  first === undefined ? ended(otherwise) : fail(first, ...rest);

/** Informs by every draft, or passes where there is none. */
export const informEach = ([first, ...rest]: readonly Unplaced<ObservationDraft>[], otherwise: Otherwise): Verdict =>
  first === undefined ? ended(otherwise) : informational(first, ...rest);

/** The draft for one of several items; null: nothing found. */
type DraftOf<T, D extends { location: Location }> = (thing: T, at: number) => Unplaced<D> | null;

/** Fails for each item that has a draft, else ends as given. */
export const failWhere = <T>(things: readonly T[], otherwise: Otherwise, draftOf: DraftOf<T, FindingDraft>): Verdict =>
  failEach(
    things.flatMap((thing, at) => draftOf(thing, at) ?? []),
    otherwise,
  );

/** Informs for each item that has a draft, else ends as given. */
export const informWhere = <T>(
  things: readonly T[],
  otherwise: Otherwise,
  draftOf: DraftOf<T, ObservationDraft>,
): Verdict =>
  informEach(
    things.flatMap((thing, at) => draftOf(thing, at) ?? []),
    otherwise,
  );

/** Judges an observed fact; an unobserved one is inconclusive, with the probe's reason. */
export const judgeSeen = <T, V extends Verdict | string>(fact: Observed<T>, judge: (value: T) => V): V | Plain =>
  fact.known ? judge(fact.value) : inconclusive(fact.failure);
