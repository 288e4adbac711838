import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutcomeKind } from '@perimeter/contract/report';
import type { SomeEvidence } from '../../evidence/evidence.ts';
import type { Check } from '../check.ts';
import type { FindingDraft, ObservationDraft, Outcome, Settled } from '../outcome.ts';

/** The findings or observations of an outcome. */
export const draftsOf = (outcome: Outcome): readonly Settled<FindingDraft | ObservationDraft>[] =>
  outcome.outcome === 'fail' ? outcome.findings : outcome.outcome === 'informational' ? outcome.observations : [];

/** All text of an outcome for matching: the reason, then description, proof and URL of each draft. */
export const textOf = (outcome: Outcome): string =>
  [
    outcome.reason,
    ...draftsOf(outcome).flatMap(({ description, evidence, location }) => [
      description,
      evidence,
      ...(location.url === undefined ? [] : [location.url]),
    ]),
  ].join('\n');

/** Asserts that an inconclusive outcome has a cause, and so a next step for the reader. */
export function assertExplained(outcome: Outcome): void {
  if (outcome.outcome !== 'inconclusive') return;
  assert.notEqual(outcome.cause, 'unnamed', `no cause for: ${outcome.reason}`);
}

/** Check, fact in words, evidence or its input, expected outcome, and text that the outcome must contain. */
export type Row<G> = readonly [check: Check, fact: string, given: G, outcome: OutcomeKind, says?: RegExp];

const outcomesByCheck = new Map<string, Set<OutcomeKind>>();

/** Outcomes that rows in this process have shown, by check id: the registry test requires every relevant one. */
export const shownOutcomes: ReadonlyMap<string, ReadonlySet<OutcomeKind>> = outcomesByCheck;

/**
 * Declares one test per row. evidenceOf makes evidence from a row's input; proof: what the text of every outcome of a
 * kind must match.
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
        if (says !== undefined) assert.match(text, says);
        const usual = proof[outcome];
        if (usual !== undefined)
          assert.match(
            text,
            usual,
            `Here the proof of every ${outcome} must match ${String(usual)}: return { description, evidence } from the judge, or quote it in the subject\n${text}`,
          );
      });
    }
  };
