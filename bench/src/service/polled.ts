import { monitorEventLoopDelay } from 'node:perf_hooks';
import { stateOf } from './audits.ts';
import { medianOf } from './median.ts';

const pollEveryMs = 10;

/** How polls were answered, and the event loop's load. */
export interface Measured {
  p50Ms: number;
  p99Ms: number;
  loopP99Ms: number;
  loopMaxMs: number;
  /** The maximum CPU time of the loop's thread between two turns, independent of the machine's load. */
  turnCpuMs: number;
}

/** Measures the CPU time of the event loop's thread between turns. */
function watchTurns(): { mostMs: () => number; stop: () => void } {
  const cpuMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = cpuMs();
  let most = 0;
  const pace = setInterval(() => {
    const now = cpuMs();
    most = Math.max(most, now - last);
    last = now;
  }, 2);
  return { mostMs: () => most, stop: () => clearInterval(pace) };
}

/** Polls at a steady rate while other work runs, and measures the event loop that answers. */
export async function polled(url: string, id: string, meanwhile: () => Promise<void>): Promise<Measured> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const loop = monitorEventLoopDelay({ resolution: 5 });
  const turns = watchTurns();
  loop.enable();
  const poll = async (): Promise<void> => {
    const started = performance.now();
    await stateOf(url, id, {});
    times.push(performance.now() - started);
  };
  const pace = setInterval(() => running.push(poll()), pollEveryMs);
  await meanwhile();
  clearInterval(pace);
  await Promise.all(running);
  loop.disable();
  turns.stop();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    p50Ms: medianOf(times, (ms) => ms),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    loopP99Ms: loop.percentile(99) / 1e6 - 5,
    loopMaxMs: loop.max / 1e6 - 5,
    turnCpuMs: turns.mostMs(),
  };
}
