import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutcomeKind } from '@perimeter/contract/report';
import type { SomeEvidence } from '../../evidence/evidence.ts';
import type { Check } from '../check.ts';
import type { FindingDraft, ObservationDraft, Outcome, Settled } from '../outcome.ts';
import { nextStepOf } from '../../runner/inconclusive/next-steps.ts';

/** The findings or observations of an outcome. */
export const draftsOf = (outcome: Outcome): readonly Settled<FindingDraft | ObservationDraft>[] =>
  outcome.outcome === 'fail' ? outcome.findings : outcome.outcome === 'informational' ? outcome.observations : [];

/** All that an outcome says, as one text to match: the reason, then description, proof and URL of each draft. */
export const textOf = (outcome: Outcome): string =>
  [
    outcome.reason,
    ...draftsOf(outcome).flatMap(({ description, evidence, location }) => [
      description,
      evidence,
      ...(location.url === undefined ? [] : [location.url]),
    ]),
  ].join('\n');

/** Every cause for which a check stays inconclusive has a step for the reader, whichever part of the engine worded it. */
export function assertExplained({ outcome, reason }: Outcome): void {
  if (outcome === 'inconclusive') assert.notEqual(nextStepOf(reason), null, `no next step for: ${reason}`);
}

/** The check, what is so, the evidence or what makes it, the outcome, and what the outcome must say. */
export type Row<G> = readonly [check: Check, fact: string, given: G, outcome: OutcomeKind, says?: RegExp];

const outcomesByCheck = new Map<string, Set<OutcomeKind>>();

/** The outcomes that the rows of this process show, by check id: the registry's test demands all that matter. */
export const shownOutcomes: ReadonlyMap<string, ReadonlySet<OutcomeKind>> = outcomesByCheck;

/**
 * The way to test checks by rows, one test each: evidenceOf makes evidence of what a row gives; proof: what the text of
 * every outcome of a kind must match.
 */
export const rowTester =
  <G>(evidenceOf: (given: G) => SomeEvidence, proof: Partial<Record<OutcomeKind, RegExp>> = {}) =>
  (rows: readonly Row<G>[]): void => {
    for (const [check, fact, given, outcome, says] of rows) {
      outcomesByCheck.set(check.id, (outcomesByCheck.get(check.id) ?? new Set()).add(outcome));
      test(`${check.id} is ${outcome}: ${fact}`, () => {
        const answer = check.evaluate(evidenceOf(given));
        const text = textOf(answer);
        assert.equal(answer.outcome, outcome, text);
        assertExplained(answer);
        for (const expected of [says, proof[outcome]]) if (expected !== undefined) assert.match(text, expected);
      });
    }
  };
