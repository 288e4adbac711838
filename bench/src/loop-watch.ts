/** Measures how long the event loop is blocked; the timer does not keep the process alive. */
export function watchLoop(): { longestMs: () => number } {
  const everyMs = 10;
  let last = performance.now();
  let longest = 0;
  setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - everyMs);
    last = now;
  }, everyMs).unref();
  return { longestMs: () => longest };
}
