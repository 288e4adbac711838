/** Milliseconds of processor that this thread has had; what others do on the machine does not count. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Milliseconds of processor that something takes: an upper limit for it holds on a busy machine too. */
export function cpuMsOf(run: () => void): number {
  const startMs = threadCpuMs();
  run();
  return threadCpuMs() - startMs;
}
