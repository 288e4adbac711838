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
  /** The host keeps the answer back: the check is inconclusive by nothing of ours. */
  hidden?: boolean;
}

type Count = Coverage['overall'];

interface Tally {
  count: number;
  weight: number;
}

function add(tally: Tally, weight: number): void {
  tally.count += 1;
  tally.weight += weight;
}

/** Counts checks, and weighs concluded and passed ones against those that apply; 0 where nothing applies. In one go: the score after each fix counts anew. */
function count(checks: readonly JudgedCheck[], category?: CategoryKey): Count {
  const applicable: Tally = { count: 0, weight: 0 };
  const concluded: Tally = { count: 0, weight: 0 };
  const passed: Tally = { count: 0, weight: 0 };
  for (const { category: of, outcome, weight } of checks) {
    if (outcome === 'not-applicable' || (category !== undefined && of !== category)) continue;
    add(applicable, weight);
    if (outcome !== 'inconclusive') add(concluded, weight);
    if (outcome === 'pass' || outcome === 'informational') add(passed, weight);
  }
  const permille = (part: Tally): number =>
    applicable.count === 0 ? 0 : Math.floor((1000 * part.weight) / applicable.weight);
  return {
    applicable: applicable.count,
    concluded: concluded.count,
    passed: passed.count,
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
  const of = (category: CategoryKey): Count => count(checks, category);
  return {
    overall: count(checks),
    categories: Object.fromEntries(categoryKey.options.map((category) => [category, of(category)])) as Record<
      CategoryKey,
      Count
    >,
  };
}
