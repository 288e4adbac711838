import type { CountRequest } from '../counters.ts';
import { countInProcess } from './alone.ts';
import { countShared, type SharedWindows } from './shared.ts';

/** Counts every request: polls by the exact counter, others by the general one. */
export interface PollCounting {
  count: CountRequest;
  close: () => Promise<void>;
}

/**
 * Counts status polls in memory, or, if several processes share a database, exactly over all of them. The clock returns
 * milliseconds; a test's clock also replaces the database's.
 */
export function countPolls(
  countOthers: CountRequest,
  shared: SharedWindows | null,
  clock?: () => number,
): PollCounting {
  const polls = shared === null ? countInProcess(clock) : countShared(shared, clock);
  const count = (...[policy, quota, caller]: Parameters<CountRequest>): ReturnType<CountRequest> =>
    policy === 'status' ? polls.count(caller, quota) : countOthers(policy, quota, caller);
  return {
    count: Object.assign(count, { takeBack: countOthers.takeBack }),
    close: polls.close,
  };
}
