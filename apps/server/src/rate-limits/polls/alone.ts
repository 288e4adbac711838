import { countAlone, emptyWindow, maxWindows, type PollCounter, sweepMs, type Window } from './window.ts';

/** Counts polls in the memory of this process alone. */
export function countInProcess(nowMs: () => number = () => performance.now()): PollCounter {
  const windows = new Map<string, Window>();
  const timer = setInterval(() => {
    const now = nowMs();
    for (const [key, { untilMs }] of windows) if (untilMs <= now) windows.delete(key);
  }, sweepMs).unref();
  const open = (key: string, quota: number): Window => {
    const window = emptyWindow(key, quota);
    const [oldest] = windows.size >= maxWindows ? windows.keys() : [];
    if (oldest !== undefined) windows.delete(oldest);
    windows.set(key, window);
    return window;
  };
  return {
    count: (caller, quota) => countAlone(windows.get(caller) ?? open(caller, quota), nowMs()),
    close: async () => clearInterval(timer),
  };
}
