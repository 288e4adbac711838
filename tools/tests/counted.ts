import { runStep, type Step } from './step.ts';

/** What runs of Node's test runner came to. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const nothingRun: Counts = { passed: 0, failed: 0, skipped: 0 };

export const addCounts = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** A summary line of the spec or TAP reporter: which count it is about, and the count. */
function summary(line: string): ['passed' | 'failed' | 'skipped', number] | null {
  const [, name, count] = /^(?:ℹ|#) (pass|fail|cancelled|skipped) (\d+)$/u.exec(line) ?? [];
  if (name === undefined) return null;
  const key = name === 'pass' ? 'passed' : name === 'skipped' ? 'skipped' : 'failed';
  return [key, Number(count)];
}

/** Runs a step that runs tests, shows what it prints, and adds up its summary lines. A step that fails has at least one failure. */
export async function runCounted(step: Step, show: (line: string) => void): Promise<Counts> {
  const counts = { ...nothingRun };
  const { ok } = await runStep(step, (line) => {
    show(line);
    const found = summary(line);
    if (found !== null) counts[found[0]] += found[1];
  });
  return { ...counts, failed: ok ? counts.failed : Math.max(1, counts.failed) };
}
