import { categoryTitles } from '@perimeter/contract/category';
import type { Grade } from '@perimeter/contract/score';
import type { CategoriesApart, JudgedCheck, Measured } from './coverage.ts';
import type { ScoringPolicy } from './policy.data.ts';

/** The letter of a number of points, gates apart. */
export function gradeOf(points: number, policy: ScoringPolicy): Grade {
  return policy.grades.find(({ from }) => points >= from)?.grade ?? 'F';
}

/** CVSS from which a finding stands in the way of an A+ (rating medium). */
const mediumFrom = 4;

/** Why an audit is not an A+, points included; empty when it is one. */
export function reasonsAgainstAPlus(
  total: number,
  checks: readonly JudgedCheck[],
  coverage: Measured & CategoriesApart,
  policy: ScoringPolicy,
): string[] {
  const { aPlus } = policy;
  const open = ({ id, outcome }: JudgedCheck): boolean =>
    aPlus.checks.includes(id) && (outcome === 'fail' || outcome === 'inconclusive');
  const grave = ({ instances }: JudgedCheck): boolean => instances.some(({ cvss }) => cvss >= mediumFrom);
  const from = policy.grades[0]?.from ?? 100;
  return [
    ...(total < from ? [`The score is ${total}; A+ needs ${from}`] : []),
    ...checks.filter(grave).map(({ id }) => `Issue of medium severity or higher: ${id}`),
    ...checks.filter((check) => open(check) && !grave(check)).map(({ id }) => `Required for A+: ${id}`),
    ...aPlus.categories.flatMap((category) => {
      const title = categoryTitles[category];
      if (coverage.notAssessed.includes(category)) return [`${title} was not assessed`];
      if (coverage.notApplicable.includes(category)) return [`${title}: no check applies`];
      // By what passed, not by what was concluded: a failure must not make a category count as assessed.
      return coverage.categories[category].passed === 0 ? [`${title}: no check passed`] : [];
    }),
    ...(coverage.overall.assuredPermille < aPlus.assuredPermille
      ? [
          `Only ${coverage.overall.assuredPermille / 10} % of applicable checks (weighted) passed; A+ needs ${aPlus.assuredPermille / 10} %`,
        ]
      : []),
  ];
}
