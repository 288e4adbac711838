/** Milliseconds of processor time of this thread; other work on the machine does not count. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Milliseconds of processor time of a function, whose upper limit holds on a busy machine too. */
export function cpuMsOf(run: () => void): number {
  const startMs = threadCpuMs();
  run();
  return threadCpuMs() - startMs;
}
