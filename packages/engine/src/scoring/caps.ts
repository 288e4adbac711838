import type { Score } from '@perimeter/contract/score';
import type { JudgedCheck } from './coverage.ts';
import type { CapRule, ScoringPolicy } from './policy.data.ts';

type Cap = Score['caps'][number];

/** The checks that make a rule apply; null where it does not, empty where no single check is the cause. */
function causes(rule: CapRule, checks: readonly JudgedCheck[], assuredPermille: number): readonly string[] | null {
  if (rule.when === 'assured-below') return assuredPermille < rule.permille ? [] : null;
  const failed = checks.filter(({ outcome }) => outcome === 'fail');
  const hit =
    rule.when === 'check-failed'
      ? failed.filter(({ id }) => rule.checkIds.includes(id))
      : failed.filter(({ instances }) =>
          instances.some(({ cvss, confidence }) => confidence === 'confirmed' && cvss >= rule.cvss),
        );
  return hit.length === 0 ? null : hit.map(({ id }) => id);
}

/** Every cap that applies, lowest first, one entry for each check that causes it. */
export function capsOf(checks: readonly JudgedCheck[], assuredPermille: number, policy: ScoringPolicy): Cap[] {
  const caps = policy.caps.flatMap((rule): Cap[] => {
    const ids = causes(rule, checks, assuredPermille);
    if (ids === null) return [];
    const { limit, reason } = rule;
    return ids.length === 0 ? [{ limit, checkId: null, reason }] : ids.map((checkId) => ({ limit, checkId, reason }));
  });
  const key = ({ checkId }: Cap): string => checkId ?? '';
  return caps.toSorted((a, b) => a.limit - b.limit || (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}
