import { categoryTitles } from '@perimeter/contract/category';
import type { Severity } from '@perimeter/contract/finding';
import type { CategoriesApart, JudgedCheck, Measured } from './coverage.ts';
import { severityOf } from './cvss.ts';
import type { Circumstance, ScoringPolicy } from './policy.data.ts';

/** The severity of an issue that prevents an A+: that of its worst finding with confidence above potential; null where none does. */
function severityAgainst({ instances }: JudgedCheck): Severity | null {
  if (instances.length === 0) return null;
  const seen = instances.filter(({ confidence }) => confidence !== 'potential');
  const severity = severityOf(Math.max(0, ...seen.map(({ cvss }) => cvss)));
  return severity === 'low' ? null : severity;
}

/** Why an audit is not an A+, points included; empty when it is. */
export function reasonsAgainstAPlus(
  total: number,
  checks: readonly JudgedCheck[],
  coverage: Measured & CategoriesApart & { circumstances: readonly Circumstance[] },
  policy: ScoringPolicy,
): string[] {
  const { aPlus } = policy;
  const open = ({ id, outcome, hidden }: JudgedCheck): boolean =>
    ((outcome === 'fail' || outcome === 'inconclusive') && aPlus.checks.includes(id)) ||
    (hidden === true && aPlus.shown.includes(id));
  const grave = checks.flatMap((check) => {
    const severity = severityAgainst(check);
    return severity === null ? [] : [{ id: check.id, severity }];
  });
  const from = policy.grades[0]?.from ?? 100;
  return [
    ...(total < from ? [`The score is ${total}; A+ needs ${from}`] : []),
    ...grave.map(({ id, severity }) => `Issue of ${severity} severity: ${id}`),
    ...checks
      .filter((check) => open(check) && severityAgainst(check) === null)
      .map(({ id }) => `Required for A+: ${id}`),
    ...aPlus.unless.flatMap(({ circumstance, reason }) =>
      coverage.circumstances.includes(circumstance) ? [reason] : [],
    ),
    ...aPlus.categories.flatMap((category) => {
      const title = categoryTitles[category];
      if (coverage.notAssessed.includes(category)) return [`${title} was not assessed`];
      if (coverage.notApplicable.includes(category)) return [`${title}: no check applies`];
      // By passed checks, not concluded ones: a failure must not make a category count as assessed.
      return coverage.categories[category].passed === 0 ? [`${title}: no check passed`] : [];
    }),
    ...(coverage.overall.assuredPermille < aPlus.assuredPermille
      ? [
          `Only ${coverage.overall.assuredPermille / 10} % of applicable checks (weighted) passed; A+ needs ${aPlus.assuredPermille / 10} %`,
        ]
      : []),
  ];
}
