import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutcomeKind } from '@perimeter/contract/report';
import { dayRuns, fc } from '@perimeter/protocols/testing/random';
import { type EvidenceKind, evidenceKinds, type SomeEvidence } from '../../evidence/evidence.ts';
import type { Check } from '../check.ts';
import type { AuditModule } from '../module.ts';
import { assertExplained, draftsOf, textOf } from './rows.ts';

/** Evidence for which all checks have the same outcome, except those listed. */
export interface Situation {
  evidence: readonly SomeEvidence[];
  otherwise?: Partial<Record<string, OutcomeKind>>;
}

/** The situations that every module is tested in. */
export interface ModuleSituations {
  /** A well-configured target: every check passes. */
  sound?: Situation;
  /** The target exists, but nothing was observed: every check is inconclusive. */
  silent: Situation;
  /** The subject does not exist: every check is not applicable. */
  refused: Situation;
  /** A wall hides the target, or the audit skipped a part: no check passes or claims that something is absent. */
  walled?: Situation;
  /** Arbitrary evidence, as a hostile target could produce it. */
  hostile: fc.Arbitrary<SomeEvidence>;
}

/** What a report shows of one proof (runner/findings.ts), and the longest sentence that it shows without a fold. */
const maxEvidenceCharacters = 100_000;
const maxSentenceCharacters = 2_000;

const isKind = (name: string): name is EvidenceKind => Object.hasOwn(evidenceKinds, name);

const canAnswer = ({ needs }: Check, evidence: SomeEvidence): boolean =>
  needs.every((kind) => isKind(kind) && evidence[kind] !== undefined);

function testSituation(
  checks: readonly Check[],
  name: string,
  situation: Situation,
  usual: readonly OutcomeKind[],
): void {
  for (const check of checks) {
    const expected = [situation.otherwise?.[check.id] ?? usual].flat();
    test(`${check.id} is ${expected.join(' or ')} where the target is ${name}`, () => {
      for (const evidence of situation.evidence.filter((one) => canAnswer(check, one))) {
        const outcome = check.evaluate(evidence);
        assertExplained(outcome);
        assert.ok(
          expected.includes(outcome.outcome),
          `It is ${outcome.outcome}: ${textOf(outcome)}\nJudge it so, or give its outcome under \`otherwise\` in module.test.ts`,
        );
      }
    });
  }
}

function assertBearable(check: Check, evidence: SomeEvidence): void {
  const outcome = check.evaluate(evidence);
  assertExplained(outcome);
  const drafts = draftsOf(outcome);
  for (const text of [outcome.reason, ...drafts.map(({ description }) => description)]) {
    assert.ok(text.length < maxSentenceCharacters, `${check.id}: ${text.length} characters`);
    assert.notEqual(text.trim(), '', check.id);
  }
  for (const draft of drafts) assert.ok(draft.evidence.length < maxEvidenceCharacters, check.id);
  if (outcome.outcome === 'fail') assert.notEqual(check.cvss, undefined, `${check.id} fails without a vector`);
}

/** Tests the invariants of every check of every module; invariants of one module stand in its own tests. */
export function testModule({ checks }: AuditModule, situations: ModuleSituations): void {
  const { sound, silent, refused, walled, hostile } = situations;
  if (sound !== undefined) testSituation(checks, 'sound', sound, ['pass']);
  testSituation(checks, 'silent', silent, ['inconclusive']);
  testSituation(checks, 'not there', refused, ['not-applicable']);
  if (walled !== undefined) testSituation(checks, 'behind a wall', walled, ['fail', 'informational', 'inconclusive']);

  test('every check has an outcome in every situation in which its question can arise', () => {
    const given = [silent, refused].map(({ evidence }) => evidence);
    for (const check of checks)
      for (const evidence of given)
        assert.ok(
          evidence.some((one) => canAnswer(check, one)),
          check.id,
        );
  });

  test('every check has an outcome for hostile evidence, in sentences of limited length', () => {
    fc.assert(
      fc.property(hostile, (evidence) => {
        for (const check of checks.filter((one) => canAnswer(one, evidence))) assertBearable(check, evidence);
      }),
      { numRuns: dayRuns(100) },
    );
  });
}

/** Mixes members of the samples: combinations that no honest target produces. */
export function mixOf<T extends object>(first: T, ...others: readonly T[]): fc.Arbitrary<T> {
  const samples = [first, ...others];
  return fc
    .array(fc.nat({ max: samples.length - 1 }), {
      minLength: Object.keys(first).length,
      maxLength: Object.keys(first).length,
    })
    .map((picks) => {
      const members = Object.keys(first).map((key, index) => {
        const sample = samples[picks[index] ?? 0] ?? first;
        return [key, Object.entries(sample).find(([name]) => name === key)?.[1]] as const;
      });
      return { ...first, ...Object.fromEntries(members) };
    });
}
