import { threadCpuMs } from '@perimeter/protocols/testing/cpu-time';

const everyMs = 5;
const inMib = (bytes: number): number => bytes / 1_048_576;

/** Resident memory, of which what lives: the heap of V8 and the buffers beside it. */
function memoryNow(): { mib: number; liveMib: number } {
  const { rss, heapUsed, external } = process.memoryUsage();
  return { mib: inMib(rss), liveMib: inMib(heapUsed + external) };
}

/** Garbage of one audit is not the need of the next: V8 keeps up to as much again as lives until it has to collect. */
function collected(): { mib: number; liveMib: number } {
  globalThis.gc?.();
  return memoryNow();
}

/** What a process took beyond its start. */
export interface Watched {
  /** For how long the event loop was held at most. */
  heldMs: number;
  /** Growth of resident memory at most, garbage that waits for its collection included. */
  mib: number;
  /** Growth of what lives: at most after any collection, and after the last. */
  liveMib: number;
  keptMib: number;
}

/** Watches this process from now on; where other processes had the processor, this one did not hold its loop. */
export function watchProcess(): { collect: () => void; stop: () => Watched } {
  const base = collected();
  const seen = { heldMs: 0, mib: 0, liveMib: 0, keptMib: 0 };
  let last = { ms: performance.now(), cpu: threadCpuMs() };
  const collect = (): void => {
    seen.keptMib = collected().liveMib - base.liveMib;
    seen.liveMib = Math.max(seen.liveMib, seen.keptMib);
    // A collection that is forced is not held against the audits.
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
