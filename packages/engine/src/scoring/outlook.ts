import type { Severity } from '@perimeter/contract/finding';
import type { Outlook } from '@perimeter/contract/score';
import type { JudgedCheck } from './coverage.ts';
import { severityOf } from './cvss.ts';
import type { Circumstance, ScoringPolicy } from './policy.data.ts';
import { scoreAudit } from './score.ts';

const steps: readonly { name: Outlook['steps'][number]['name']; severities: readonly Severity[] }[] = [
  { name: 'contain', severities: ['critical', 'high'] },
  { name: 'fix', severities: ['medium'] },
  { name: 'harden', severities: ['low'] },
];

const worstOf = ({ instances }: JudgedCheck): number => Math.max(0, ...instances.map(({ cvss }) => cvss));

/** Whether a failed check currently keeps visitors or mail out. */
const isOutage = ({ id, instances }: JudgedCheck, { outages }: ScoringPolicy): boolean =>
  outages.some(
    ({ checkIds, cvss = 0 }) =>
      checkIds.includes(id) && instances.some((one) => one.confidence === 'confirmed' && one.cvss >= cvss),
  );

/** The order in which every form lists issues: outages, then most severe first, then by id. */
const byUrgency =
  (policy: ScoringPolicy) =>
  (a: JudgedCheck, b: JudgedCheck): number =>
    Number(isOutage(b, policy)) - Number(isOutage(a, policy)) || worstOf(b) - worstOf(a) || (a.id < b.id ? -1 : 1);

const asFixed = (check: JudgedCheck): JudgedCheck => ({ ...check, outcome: 'pass', instances: [] });

interface Scoring {
  checks: readonly JudgedCheck[];
  policy: ScoringPolicy;
  circumstances: readonly Circumstance[];
}

/** The score with the named checks passed and all others unchanged. */
function scoreWith({ checks, policy, circumstances }: Scoring, fixed: ReadonlySet<string>) {
  const after = checks.map((check) => (fixed.has(check.id) ? asFixed(check) : check));
  const scored = scoreAudit(after, policy, circumstances);
  return scored.sufficient ? { total: scored.score.total, grade: scored.score.grade } : null;
}

/** The failed checks among the chosen ones, most urgent first. */
const failedOf = (checks: readonly JudgedCheck[], policy: ScoringPolicy, chosen?: ReadonlySet<string>): JudgedCheck[] =>
  checks.filter(({ id, outcome }) => outcome === 'fail' && (chosen?.has(id) ?? true)).toSorted(byUrgency(policy));

/** The step in which a check is fixed. */
const stepOf = (check: JudgedCheck, policy: ScoringPolicy): Outlook['steps'][number]['name'] | undefined =>
  isOutage(check, policy)
    ? 'contain'
    : steps.find(({ severities }) => severities.some((one) => one === severityOf(worstOf(check))))?.name;

/** The score after each step, most urgent first, each including the earlier ones; only chosen checks are fixed. */
export function stepsOf(
  checks: readonly JudgedCheck[],
  policy: ScoringPolicy,
  circumstances: readonly Circumstance[],
  chosen?: ReadonlySet<string>,
): Outlook['steps'] {
  const failed = failedOf(checks, policy, chosen);
  const fixed = new Set<string>();
  return steps.flatMap(({ name }) => {
    const due = failed.filter((check) => stepOf(check, policy) === name);
    for (const { id } of due) fixed.add(id);
    const after = scoreWith({ checks, policy, circumstances }, fixed);
    return due.length === 0 || after === null ? [] : [{ name, checkIds: due.map(({ id }) => id), ...after }];
  });
}

/**
 * The score after fixes by the same policy: each failed check alone, and all in three steps, most urgent first.
 * Inconclusive checks stay inconclusive.
 */
export function outlookOf(
  checks: readonly JudgedCheck[],
  policy: ScoringPolicy,
  circumstances: readonly Circumstance[] = [],
): Outlook {
  const scoring: Scoring = { checks, policy, circumstances };
  return {
    alone: failedOf(checks, policy).flatMap((check) => {
      const after = scoreWith(scoring, new Set([check.id]));
      return after === null
        ? []
        : [{ checkId: check.id, ...after, ...(isOutage(check, policy) ? { outage: true as const } : {}) }];
    }),
    steps: stepsOf(checks, policy, circumstances),
  };
}
