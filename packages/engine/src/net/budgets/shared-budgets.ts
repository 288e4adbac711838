import { type Budget, type BudgetLimits, createBudget } from './budget.ts';
import { type Clock, systemClock } from '../deadline.ts';
import { canonicalAddress } from '../guard/guard.ts';
import { allParts, type Lease, type Leases, type Parts } from './leases.ts';

/** Budgets that all audits share: many domains may have one address, and one target takes no more of them all than of one. */
export interface SharedBudgets {
  /** The budget of one use of an address: of a port, of its datagrams, of requests, of sweeps. */
  of: (address: string, use: string, limits: BudgetLimits) => Budget;
}

/** Addresses that are kept while nobody connects to them. */
const maxIdle = 2_000;

/** So much of a budget as its parts come to; places without a limit stay so. */
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

/** What a lease of an address is told about the budgets there. */
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

/** The lease of a process that shares addresses with no other. */
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

/** The shared budgets of a process that is the only one. */
export const sharedBudgetsOfProcess = (): SharedBudgets => (ofProcess ??= createSharedBudgets());
