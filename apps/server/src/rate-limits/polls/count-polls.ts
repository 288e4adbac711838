import type { CountRequest } from '../counters.ts';
import { countInProcess } from './alone.ts';
import { countShared, type SharedWindows } from './shared.ts';

/** Counts every request: polls exactly, others as they were counted before. */
export interface PollCounting {
  count: CountRequest;
  close: () => Promise<void>;
}

/**
 * Counts polls of the status in this process alone, or, where several share a database, exactly over all of them. The clock
 * gives milliseconds; a test brings its own, which then stands for the database's too.
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
