import { type CategoryKey, categoryKey } from '@perimeter/contract/category';
import type { OutcomeKind } from '@perimeter/contract/report';
import type { Coverage } from '@perimeter/contract/score';
import type { Instance } from './penalty.ts';

/** A check as scoring sees it. */
export interface JudgedCheck {
  id: string;
  title: string;
  category: CategoryKey;
  outcome: OutcomeKind;
  /** The penalty its own vector would cost, at least 1: how much it matters to coverage. */
  weight: number;
  instances: readonly Instance[];
  /** A protection whose answer the host hid: the failure that it counts as; never a finding. */
  presumed?: Instance | null;
}

type Count = Coverage['overall'];

const isApplicable = ({ outcome }: JudgedCheck): boolean => outcome !== 'not-applicable';
const isConcluded = (check: JudgedCheck): boolean => isApplicable(check) && check.outcome !== 'inconclusive';
const isPassed = ({ outcome }: JudgedCheck): boolean => outcome === 'pass' || outcome === 'informational';

const weightOf = (checks: readonly JudgedCheck[]): number => checks.reduce((sum, { weight }) => sum + weight, 0);

/** Counts checks, and weighs concluded and passed ones against those that apply; 0 where nothing applies. */
function count(checks: readonly JudgedCheck[]): Count {
  const applicable = checks.filter(isApplicable);
  const concluded = checks.filter(isConcluded);
  const passed = checks.filter(isPassed);
  const permille = (part: readonly JudgedCheck[]): number =>
    applicable.length === 0 ? 0 : Math.floor((1000 * weightOf(part)) / weightOf(applicable));
  return {
    applicable: applicable.length,
    concluded: concluded.length,
    passed: passed.length,
    concludedPermille: permille(concluded),
    assuredPermille: permille(passed),
  };
}

/** Coverage as counted from checks: overall and by category. */
export type Measured = Omit<Coverage, 'notTested'>;

/** Categories that carry no judgement: seen too little, or with nothing that applies. */
export interface CategoriesApart {
  notAssessed: CategoryKey[];
  notApplicable: CategoryKey[];
}

/** Coverage over all checks and by category. */
export function measureCoverage(checks: readonly JudgedCheck[]): Measured {
  const of = (category: CategoryKey): Count => count(checks.filter((check) => check.category === category));
  return {
    overall: count(checks),
    categories: Object.fromEntries(categoryKey.options.map((category) => [category, of(category)])) as Record<
      CategoryKey,
      Count
    >,
  };
}
