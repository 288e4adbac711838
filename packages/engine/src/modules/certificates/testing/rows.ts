import type { OutcomeKind } from '@perimeter/contract/report';
import type { Check } from '../../../catalogue/check.ts';
import { draftsOf, type Row as RowOf, rowTester, textOf } from '../../../catalogue/testing/rows.ts';
import type { AuditedCertificates } from '../../derive/certificates/served.ts';
import { audited, type Changes } from './evidence.ts';

/** A check's outcome for this evidence, and all of its text. */
export function answer(
  check: Check,
  evidence: AuditedCertificates,
): { outcome: OutcomeKind; text: string; count: number } {
  const outcome = check.evaluate(evidence);
  return { outcome: outcome.outcome, text: textOf(outcome), count: draftsOf(outcome).length };
}

const isWhole = (given: Changes | AuditedCertificates): given is AuditedCertificates => 'certificates' in given;

export type Row = RowOf<Changes | AuditedCertificates>;

/** Rows of certificate checks, from evidence or from its differences from a good certificate. */
export const testRows = rowTester((given: Changes | AuditedCertificates) => (isWhole(given) ? given : audited(given)));
