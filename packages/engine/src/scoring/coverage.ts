import { type CategoryKey, categoryKey } from '@perimeter/contract/category';
import type { OutcomeKind } from '@perimeter/contract/report';
import type { Coverage } from '@perimeter/contract/score';
import type { Instance } from './penalty.ts';

/** A check as input of scoring. */
export interface JudgedCheck {
  id: string;
  title: string;
  category: CategoryKey;
  outcome: OutcomeKind;
  /** The penalty of its own vector, at least 1: its weight in coverage. */
  weight: number;
  instances: readonly Instance[];
  /** The failure that counts for a protection whose answer the host hid; never a finding. */
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

/** Counts checks, and weighs concluded and passed ones against the applicable; 0 where none applies. In one pass, because the score after each fix counts again. */
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

/** Counted coverage: overall and by category. */
export type Measured = Omit<Coverage, 'notTested'>;

/** Categories without a judgement: too few results, or not applicable. */
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
