import type { Clock } from './deadline.ts';

/** A clock for tests that only moves when advanced. */
export interface VirtualClock extends Clock {
  /** Advances time and runs timers as they fall due, in order. */
  advance: (ms: number) => void;
  /** Timers that have neither run nor been cancelled. */
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
