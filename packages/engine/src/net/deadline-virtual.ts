import type { Clock } from './deadline.ts';

/** A clock for tests that moves only when told to. */
export interface VirtualClock extends Clock {
  /** Moves time on, running what falls due on the way, in order. */
  advance: (ms: number) => void;
  /** Timers that are set and not yet run or cancelled. */
  readonly pending: number;
}

/** A virtual clock at zero. */
export function virtualClock(): VirtualClock {
  let nowMs = 0;
  let timers: { dueMs: number; run: () => void }[] = [];
  const advance = (ms: number): void => {
    const untilMs = nowMs + ms;
    for (;;) {
      const [next] = timers.filter(({ dueMs }) => dueMs <= untilMs).toSorted((a, b) => a.dueMs - b.dueMs);
      if (next === undefined) break;
      timers = timers.filter((timer) => timer !== next);
      nowMs = next.dueMs;
      next.run();
    }
    nowMs = untilMs;
  };
  return {
    nowMs: () => nowMs,
    schedule: (delayMs, run) => {
      const timer = { dueMs: nowMs + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance,
    get pending() {
      return timers.length;
    },
  };
}
