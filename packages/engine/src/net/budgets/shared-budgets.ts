import { type Budget, type BudgetLimits, createBudget } from './budget.ts';
import { type Clock, systemClock } from '../deadline.ts';
import { canonicalAddress } from '../guard/guard.ts';
import { allParts, type Lease, type Leases, type Parts } from './leases.ts';

/** Budgets shared by all audits: many domains may have one address, and all audits together put no more load on it than one. */
export interface SharedBudgets {
  /** The budget for one use of an address: a port, its datagrams, requests, sweeps. */
  of: (address: string, use: string, limits: BudgetLimits) => Budget;
}

/** Unused addresses that are kept. */
const maxIdle = 2_000;

/** The share of a budget for this many parts; unlimited slots stay unlimited. */
export function partOf({ maxOpen, perSecond, burst }: BudgetLimits, parts: Parts): BudgetLimits {
  const of = (value: number): number => (value * parts) / allParts;
  return {
    maxOpen: maxOpen === Number.MAX_SAFE_INTEGER && parts > 0 ? maxOpen : Math.floor(of(maxOpen)),
    perSecond: of(perSecond),
    burst: Math.floor(of(burst)),
  };
}

interface AddressBudgets {
  lease: Lease;
  /** By their use. */
  budgets: Map<string, { budget: Budget; limits: BudgetLimits }>;
}

/** The budgets of an address, as its lease sees them. */
function usersOf(budgets: AddressBudgets['budgets']) {
  const all = () => [...budgets.values()];
  return {
    settle: () => {
      for (const { budget } of all()) budget.settle();
    },
    fits: (parts: Parts) => all().every(({ budget, limits }) => budget.taken <= partOf(limits, parts).maxOpen),
    isIdle: () => all().every(({ budget }) => budget.taken === 0 && budget.state().waiting === 0),
  };
}

/** The lease of a process that shares no addresses with others. */
const ofAlone: Lease = { parts: () => allParts, sinceMs: () => -Infinity, use: () => {}, isOver: () => false };

/** Budgets over all audits of this process; leases: shared with other processes. */
export function createSharedBudgets(leases?: Leases, clock: Clock = systemClock): SharedBudgets {
  const addresses = new Map<string, AddressBudgets>();
  const prune = (): void => {
    if (addresses.size <= maxIdle) return;
    for (const [address, { budgets, lease }] of addresses)
      if (lease.isOver() || (leases === undefined && usersOf(budgets).isIdle())) addresses.delete(address);
  };
  const ofAddress = (address: string): AddressBudgets => {
    const known = addresses.get(address);
    if (known !== undefined && !known.lease.isOver()) return known;
    prune();
    const budgets: AddressBudgets['budgets'] = new Map();
    const made = { lease: leases?.lease(address, usersOf(budgets)) ?? ofAlone, budgets };
    addresses.set(address, made);
    return made;
  };
  return {
    of: (written, use, limits) => {
      const { lease, budgets } = ofAddress(canonicalAddress(written) ?? written);
      lease.use();
      const known = budgets.get(use);
      if (known !== undefined) return known.budget;
      const budget = createBudget(() => partOf(limits, lease.parts()), clock, lease.sinceMs);
      budgets.set(use, { budget, limits });
      return budget;
    },
  };
}

let ofProcess: SharedBudgets | null = null;

/** The shared budgets of a single process. */
export const sharedBudgetsOfProcess = (): SharedBudgets => (ofProcess ??= createSharedBudgets());
