import { threadCpuMs } from '@perimeter/protocols/testing/cpu-time';

const everyMs = 5;
const inMib = (bytes: number): number => bytes / 1_048_576;

/** Resident memory, and its live part: V8's heap and external buffers. */
function memoryNow(): { mib: number; liveMib: number } {
  const { rss, heapUsed, external } = process.memoryUsage();
  return { mib: inMib(rss), liveMib: inMib(heapUsed + external) };
}

/** Memory after a garbage collection: V8 otherwise keeps about as much garbage as live data. */
function collected(): { mib: number; liveMib: number } {
  globalThis.gc?.();
  return memoryNow();
}

/** What a process used beyond its start. */
export interface Watched {
  /** Longest block of the event loop in milliseconds. */
  heldMs: number;
  /** Highest growth of resident memory, uncollected garbage included. */
  mib: number;
  /** Growth of live memory: the highest after any collection, and after the last. */
  liveMib: number;
  keptMib: number;
}

/** Watches this process from now on; time in which other processes had the processor does not count as a block. */
export function watchProcess(): { collect: () => void; stop: () => Watched } {
  const base = collected();
  const seen = { heldMs: 0, mib: 0, liveMib: 0, keptMib: 0 };
  let last = { ms: performance.now(), cpu: threadCpuMs() };
  const collect = (): void => {
    seen.keptMib = collected().liveMib - base.liveMib;
    seen.liveMib = Math.max(seen.liveMib, seen.keptMib);
    // A forced collection does not count as a block.
    last = { ms: performance.now(), cpu: threadCpuMs() };
  };
  const timer = setInterval(() => {
    const now = { ms: performance.now(), cpu: threadCpuMs() };
    seen.heldMs = Math.max(seen.heldMs, Math.min(now.ms - last.ms - everyMs, now.cpu - last.cpu));
    seen.mib = Math.max(seen.mib, inMib(process.memoryUsage.rss()) - base.mib);
    last = now;
  }, everyMs);
  return {
    collect,
    stop: () => {
      clearInterval(timer);
      collect();
      return seen;
    },
  };
}
