import { type Budget, type BudgetLimits, createBudget } from './budget.ts';
import { type Clock, systemClock } from '../deadline.ts';

/** Budgets that all audits of a process share: many domains may have one address. */
export interface SharedBudgets {
  of: (key: string, limits: BudgetLimits) => Budget;
}

/** Audits together get so many times the budget of one: enough that two of them do not notice each other. */
const factor = 2;

/** Addresses that are kept while nobody connects to them. */
const maxIdle = 2_000;

const wholePart = (value: number): number => Math.max(1, Math.floor(value));

/** The part of a process in what all processes may do together; places without a limit stay so. */
export const partOf = ({ maxOpen, perSecond, burst }: BudgetLimits, processes: number): BudgetLimits => ({
  maxOpen: maxOpen === Number.MAX_SAFE_INTEGER ? maxOpen : wholePart((factor * maxOpen) / processes),
  perSecond: wholePart((factor * perSecond) / processes),
  burst: wholePart((factor * burst) / processes),
});

/** Budgets over all audits of this process, which is one of so many; what is in use keeps its limits until it is idle. */
export function createSharedBudgets(processes: () => number = () => 1, clock: Clock = systemClock): SharedBudgets {
  const budgets = new Map<string, { budget: Budget; processes: number }>();
  const isIdle = (budget: Budget): boolean => {
    const { open, waiting } = budget.state();
    return open === 0 && waiting === 0;
  };
  const prune = (): void => {
    if (budgets.size <= maxIdle) return;
    for (const [key, { budget }] of budgets) if (isIdle(budget)) budgets.delete(key);
  };
  return {
    of: (key, limits) => {
      const now = Math.max(1, processes());
      const known = budgets.get(key);
      if (known !== undefined && (known.processes === now || !isIdle(known.budget))) return known.budget;
      prune();
      const budget = createBudget(partOf(limits, now), clock);
      budgets.set(key, { budget, processes: now });
      return budget;
    },
  };
}

let ofProcess: SharedBudgets | null = null;

/** The shared budgets of a process that is the only one. */
export const sharedBudgetsOfProcess = (): SharedBudgets => (ofProcess ??= createSharedBudgets());
