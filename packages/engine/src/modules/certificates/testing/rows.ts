import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutcomeKind } from '@perimeter/contract/report';
import type { Check } from '../../../catalogue/check.ts';
import type { AuditedCertificates } from '../derive/served.ts';
import { audited } from './evidence.ts';
import type { Changes } from './evidence.ts';

/** A check's outcome over this evidence, and all that it says in words and proof. */
export function answer(
  check: Check,
  evidence: AuditedCertificates,
): { outcome: OutcomeKind; text: string; count: number } {
  const outcome = check.evaluate(evidence);
  const drafts =
    outcome.outcome === 'fail' ? outcome.findings : outcome.outcome === 'informational' ? outcome.observations : [];
  const text = drafts.flatMap(({ description, evidence: proof }) => [description, proof]);
  return { outcome: outcome.outcome, text: [outcome.reason, ...text].join('\n'), count: drafts.length };
}

/** The check, what is so, the evidence or what of it differs from good, the outcome, and what must be said of it. */
export type Row = readonly [
  check: Check,
  fact: string,
  given: Changes | AuditedCertificates,
  outcome: OutcomeKind,
  says?: RegExp,
];

const isWhole = (given: Changes | AuditedCertificates): given is AuditedCertificates => 'certificates' in given;

/** One test a row. */
export function testRows(rows: readonly Row[]): void {
  for (const [check, fact, given, outcome, says] of rows) {
    test(`${check.id} is ${outcome}: ${fact}`, () => {
      const { text, ...answered } = answer(check, isWhole(given) ? given : audited(given));
      assert.equal(answered.outcome, outcome, text);
      if (says !== undefined) assert.match(text, says);
    });
  }
}
