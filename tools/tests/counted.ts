/** The counts of test runs. */
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

/** Adds up the summary lines of test runs in a command's output. A failed command has at least one failure. */
export function countTests(lines: readonly string[], ok: boolean): Counts {
  const counts = { ...nothingRun };
  for (const line of lines) {
    const found = summary(line);
    if (found !== null) counts[found[0]] += found[1];
  }
  return { ...counts, failed: ok ? counts.failed : Math.max(1, counts.failed) };
}
