import type { Score } from '@perimeter/contract/score';
import type { JudgedCheck, Measured } from './coverage.ts';
import type { CapRule, Circumstance, ScoringPolicy } from './policy.data.ts';
import { compareText } from '@perimeter/contract/text/order';

type Cap = Score['caps'][number];

/** Inputs of caps: the failed checks, the share that passed, and circumstances of the evidence. */
export interface CapQuestion {
  failed: readonly JudgedCheck[];
  coverage: Measured;
  circumstances: readonly Circumstance[];
}

/**
 * The passed shares are below a limit. Caps use what passed, never what was concluded: a new finding concludes a check,
 * and could remove such a cap.
 */
function isUnassured(rule: CapRule, { overall, categories }: Measured): boolean {
  if (rule.when === 'assured-below') return overall.assuredPermille < rule.permille;
  if (rule.when !== 'category-assured-below') return false;
  return rule.categories.some((category) => {
    const { applicable, assuredPermille } = categories[category];
    return applicable >= (rule.fewest ?? 1) && assuredPermille < rule.permille;
  });
}

/** The failed checks that a rule covers. */
function failedBy(rule: CapRule, failed: readonly JudgedCheck[]): readonly JudgedCheck[] {
  if (rule.when === 'check-failed')
    return failed.filter(
      ({ id, instances }) =>
        rule.checkIds.includes(id) &&
        instances.some(
          ({ cvss, confidence }) =>
            cvss >= (rule.cvss ?? 0) && (rule.confirmed === undefined || confidence === 'confirmed'),
        ),
    );
  if (rule.when !== 'cvss-at-least') return [];
  return failed.filter(({ instances }) =>
    instances.some(({ cvss, confidence }) => confidence === rule.confidence && cvss >= rule.cvss),
  );
}

/** The checks that make a rule apply; null where it does not, empty where no single check is the cause. */
function causes(rule: CapRule, { failed, coverage, circumstances }: CapQuestion): readonly string[] | null {
  if (rule.when === 'circumstance') return circumstances.includes(rule.circumstance) ? [] : null;
  if (isUnassured(rule, coverage)) return [];
  const ids = failedBy(rule, failed).map(({ id }) => id);
  return ids.length === 0 ? null : ids;
}

/** Every cap that applies, lowest first, one entry for each check that causes it. */
export function capsOf(question: CapQuestion, policy: ScoringPolicy): Cap[] {
  const caps = policy.caps.flatMap((rule): Cap[] => {
    const ids = causes(rule, question);
    if (ids === null) return [];
    const { limit, reason } = rule;
    if (rule.when === 'circumstance') return [{ limit, checkId: null, reason, circumstance: rule.circumstance }];
    return ids.length === 0 ? [{ limit, checkId: null, reason }] : ids.map((checkId) => ({ limit, checkId, reason }));
  });
  const key = ({ checkId }: Cap): string => checkId ?? '';
  return caps.toSorted((a, b) => a.limit - b.limit || compareText(key(a), key(b)));
}
