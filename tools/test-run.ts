import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** What a run of Node's test runner came to. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The process ended with 0. */
  ok: boolean;
}

export const nothingRun: Counts = { passed: 0, failed: 0, skipped: 0, ok: true };

export const addCounts = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  ok: a.ok && b.ok,
});

/** A summary line of the spec or TAP reporter: which count it is about, and the count. */
function summary(line: string): ['passed' | 'failed' | 'skipped', number] | null {
  const [, name, count] = /^(?:ℹ|#) (pass|fail|cancelled|skipped) (\d+)$/u.exec(line) ?? [];
  if (name === undefined) return null;
  const key = name === 'pass' ? 'passed' : name === 'skipped' ? 'skipped' : 'failed';
  return [key, Number(count)];
}

/** Runs a command that runs tests, shows what it prints, and adds up its summary lines. A command that fails has at least one failure. */
export async function runCounted(command: string, args: readonly string[]): Promise<Counts> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    const found = summary(line);
    if (found !== null) counts[found[0]] += found[1];
  }
  const code = await new Promise<number | null>((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode);
    else child.once('close', resolve);
  });
  const ok = code === 0;
  return { ...counts, failed: ok ? counts.failed : Math.max(1, counts.failed), ok };
}
