import { addCounts, nothingRun, type Counts } from './counted.ts';
import { mostSecondLooks, type Looks } from './looks.ts';
import type { Pass } from './passed/passes.ts';

/** A row of the table at the end of a run. */
export interface StepRow {
  step: string;
  seconds: number;
  /** Null: the operating system does not report it. */
  cpuSeconds: number | null;
}

/** The step whose files may fail once. */
export const filesStep = 'lab and slow files';

/** What is printed at the end, and whether the run passed. */
export interface Summary {
  lines: string[];
  passed: boolean;
}

const seconds = (value: number | null): string => value?.toFixed(1) ?? 'unknown';

/** The steps with sums, and the number of files that failed once. */
function table(rows: readonly StepRow[], failedOnce: number): string[] {
  const unknown = rows.some(({ cpuSeconds }) => cpuSeconds === null);
  const total = {
    step: 'total',
    seconds: rows.reduce((sum, row) => sum + row.seconds, 0),
    cpuSeconds: unknown ? null : rows.reduce((sum, row) => sum + (row.cpuSeconds ?? 0), 0),
  };
  const body = [...rows, total].map((row) => [
    row.step,
    seconds(row.seconds),
    seconds(row.cpuSeconds),
    row.step === filesStep || row === total ? String(failedOnce) : '',
  ]);
  const head = ['Step', 'Seconds', 'CPU seconds', 'Files that failed once'];
  const widths = head.map((title, at) => Math.max(title.length, ...body.map((row) => row[at]?.length ?? 0)));
  const draw = (row: readonly string[]): string =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  return [head, ...body].map((row) => draw(row).trimEnd());
}

/** What a run left out, and what it took when it passed. */
function leftOut(before: readonly Pass[]): string {
  const tests = before.reduce((sum, { counts }) => sum + counts.passed, 0);
  const took = before.reduce((sum, pass) => sum + pass.seconds, 0);
  return `${before.length} files passed before (${tests} tests in ${took.toFixed(0)} s); CI runs all`;
}

/**
 * The end of a test run: failed files, files that failed once, a table of the steps, the files that passed in an earlier run,
 * and the totals of this one as the last line.
 */
export function summarize(
  rows: readonly StepRow[],
  gate: Counts,
  { results, again }: Looks,
  before: readonly Pass[] = [],
): Summary {
  const total = results.map(({ counts }) => counts).reduce(addCounts, addCounts(gate, nothingRun));
  const failed = results.filter(({ ok }) => !ok);
  const once = again.filter(({ second }) => second.ok);
  const lines: string[] = [];
  if (failed.length > 0) {
    const looks = failed.length > mostSecondLooks ? `more than ${mostSecondLooks}, so no second look` : 'failed twice';
    lines.push('', `Failed test files (${looks})`);
    lines.push(...failed.map(({ file, failure }) => `  ${file}\n    ${failure}`));
  }
  if (once.length > 0) {
    lines.push('', 'Failed once, passed alone');
    lines.push(...once.map(({ first }) => `  ${first.file}\n    ${first.failure}`));
  }
  lines.push('', ...table(rows, once.length), '');
  if (before.length > 0) lines.push(leftOut(before));
  if (once.length > 0) lines.push(`Failed once, passed alone: ${once.length} of at most ${mostSecondLooks} files`);
  lines.push(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return { lines, passed: total.failed === 0 };
}
