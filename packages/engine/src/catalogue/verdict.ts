import type { Observed } from '../evidence/observed.ts';
import type { FindingDraft, ObservationDraft } from './outcome.ts';

/** What one endpoint alone says to a check; moot: the question does not arise there. */
export type Verdict =
  | { verdict: 'good'; reason: string }
  | { verdict: 'bad'; draft: Omit<FindingDraft, 'location'> }
  | { verdict: 'noted'; draft: Omit<ObservationDraft, 'location'> }
  | { verdict: 'moot'; reason: string }
  | { verdict: 'unknown'; reason: string };

export const good = (reason: string): Verdict => ({ verdict: 'good', reason });
export const bad = (draft: Omit<FindingDraft, 'location'>): Verdict => ({ verdict: 'bad', draft });
export const noted = (draft: Omit<ObservationDraft, 'location'>): Verdict => ({ verdict: 'noted', draft });
export const moot = (reason: string): Verdict => ({ verdict: 'moot', reason });
export const unknown = (reason: string): Verdict => ({ verdict: 'unknown', reason });

/** Judges a fact that was seen; one that was not stays unknown, with the probe's reason. */
export const judgeSeen = <T>(fact: Observed<T>, judge: (value: T) => Verdict): Verdict =>
  fact.known ? judge(fact.value) : unknown(fact.failure.detail);
