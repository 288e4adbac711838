import { threadCpuMs } from '@perimeter/protocols/testing/cpu-time';

const everyMs = 5;
const mibNow = (): number => process.memoryUsage.rss() / 1_048_576;

/** How long the event loop was held at most, and by how many MiB resident memory grew at most. */
export interface Watched {
  heldMs: number;
  mib: number;
}

/** Watches this process from now on; where other processes had the processor, this one did not hold its loop. */
export function watchProcess(): { stop: () => Watched } {
  const seen = { heldMs: 0, mib: 0 };
  const base = mibNow();
  let last = { ms: performance.now(), cpu: threadCpuMs() };
  const timer = setInterval(() => {
    const now = { ms: performance.now(), cpu: threadCpuMs() };
    seen.heldMs = Math.max(seen.heldMs, Math.min(now.ms - last.ms - everyMs, now.cpu - last.cpu));
    seen.mib = Math.max(seen.mib, mibNow() - base);
    last = now;
  }, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return seen;
    },
  };
}
