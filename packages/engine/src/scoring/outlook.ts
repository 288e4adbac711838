import type { Severity } from '@perimeter/contract/finding';
import type { Outlook } from '@perimeter/contract/score';
import type { JudgedCheck } from './coverage.ts';
import { severityOf } from './cvss.ts';
import type { ScoringPolicy } from './policy.data.ts';
import { scoreAudit } from './score.ts';

const steps: readonly { name: Outlook['steps'][number]['name']; severities: readonly Severity[] }[] = [
  { name: 'contain', severities: ['critical', 'high'] },
  { name: 'fix', severities: ['medium'] },
  { name: 'harden', severities: ['low'] },
];

const worstOf = ({ instances }: JudgedCheck): number => Math.max(0, ...instances.map(({ cvss }) => cvss));

const mended = (check: JudgedCheck): JudgedCheck => ({ ...check, outcome: 'pass', instances: [] });

/** The score with the named checks passed and everything else as it was seen. */
function scoreWith(checks: readonly JudgedCheck[], fixed: ReadonlySet<string>, policy: ScoringPolicy) {
  const scored = scoreAudit(
    checks.map((check) => (fixed.has(check.id) ? mended(check) : check)),
    policy,
  );
  return scored.sufficient ? { total: scored.score.total, grade: scored.score.grade } : null;
}

/**
 * What mending would bring, by the same scoring: each failed check alone, and all of them in three steps, gravest first.
 * Nothing is promised beyond that: checks that could not be judged stay open in every step.
 */
export function outlookOf(checks: readonly JudgedCheck[], policy: ScoringPolicy): Outlook {
  const failed = checks.filter(({ outcome }) => outcome === 'fail').toSorted((a, b) => worstOf(b) - worstOf(a));
  const fixed = new Set<string>();
  return {
    alone: failed.flatMap(({ id }) => {
      const after = scoreWith(checks, new Set([id]), policy);
      return after === null ? [] : [{ checkId: id, ...after }];
    }),
    steps: steps.flatMap(({ name, severities }) => {
      const due = failed.filter((check) => severities.some((severity) => severity === severityOf(worstOf(check))));
      for (const { id } of due) fixed.add(id);
      const after = scoreWith(checks, fixed, policy);
      return due.length === 0 || after === null ? [] : [{ name, checkIds: due.map(({ id }) => id), ...after }];
    }),
  };
}
