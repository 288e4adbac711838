import type { KeptStep } from '../evidence/step.ts';
import { type NetFailure, netFailure, netFailed } from '../evidence/observed.ts';

/** Time for the net layer; tests use a virtual clock. */
export interface Clock {
  /** Monotonic milliseconds from an arbitrary zero. */
  nowMs: () => number;
  /** Runs once after the delay; the returned function cancels it. */
  schedule: (delayMs: number, run: () => void) => () => void;
}

/**
 * The machine's monotonic clock. Events that arrived while this process was busy are handled before a delay expires, so
 * that a server is not blamed for a local pause.
 */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  schedule: (delayMs, run) => {
    let afterReading: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      afterReading = setImmediate(run);
    }, delayMs);
    return () => {
      clearTimeout(timer);
      clearImmediate(afterReading);
    };
  },
};

/** One step's time limit under its parent's; release it (or leave its `using` scope) when the step is done. */
export interface Deadline extends Disposable {
  /** Aborts when the time is up, with a NetFailure that names the step, or with the parent's reason. */
  signal: AbortSignal;
  release: () => void;
}

/** The reason of an aborted signal as a network failure: the deadline's, else "cancelled". */
export function abortFailure(signal: AbortSignal): NetFailure {
  const parsed = netFailure.safeParse(signal.reason);
  return parsed.success ? parsed.data : netFailed('cancelled', 'audit-ended');
}

/** Starts a time limit under a parent signal: the step ends with whichever comes first. */
export function startDeadline(
  parent: AbortSignal,
  step: { name: KeptStep; timeoutMs: number; clock?: Clock },
): Deadline {
  const controller = new AbortController();
  const timedOut = netFailed('timeout', 'step-too-long', step.name, step.timeoutMs);
  const cancelTimer = (step.clock ?? systemClock).schedule(step.timeoutMs, () => stop(timedOut));
  const onParentAbort = (): void => stop(parent.reason);
  const release = (): void => {
    cancelTimer();
    parent.removeEventListener('abort', onParentAbort);
  };
  const stop = (reason: unknown): void => {
    release();
    controller.abort(reason);
  };
  if (parent.aborted) stop(parent.reason);
  else parent.addEventListener('abort', onParentAbort);
  return { signal: controller.signal, release, [Symbol.dispose]: release };
}
