import path from 'node:path';
import { programOf } from './bundle.ts';
import { countTests, type Counts } from './counted.ts';
import { cpuSecondsOfChildren } from './cpu.ts';
import { runStep } from './step.ts';
import { firstFailure } from './telling.ts';

/** How a test file went. */
export interface FileResult {
  file: string;
  /** False: a test failed, or the file did not end in time. */
  ok: boolean;
  counts: Counts;
  seconds: number;
  cpuSeconds: number | null;
  /** Of a failed file, the first failure in a line; else null. */
  failure: string | null;
}

/** A file that takes longer hangs: its processes are killed, and it is named. */
export const fileLimitMs = 300_000;

/** A test that takes longer hangs; the limit is below that of the file, so the runner still names the test. */
const testShareOfLimit = 0.8;

/**
 * Runs a test file in processes of its own, which all have ended when it returns. It hands over the lines that were
 * printed: the file and its time, then everything but the passes.
 */
export async function runTestFile(
  file: string,
  limitMs: number = fileLimitMs,
): Promise<{ result: FileResult; output: string[] }> {
  const output: string[] = [];
  const args = ['--test', `--test-timeout=${limitMs * testShareOfLimit}`, '--test-reporter=spec', programOf(file)];
  const cpuBefore = cpuSecondsOfChildren();
  const step = { name: path.basename(file), command: process.execPath, args, limitMs };
  const { ok, seconds, stopped } = await runStep(step, (line) => output.push(line));
  const cpuAfter = cpuSecondsOfChildren();
  const result: FileResult = {
    file,
    ok,
    counts: countTests(output, ok),
    seconds,
    cpuSeconds: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore,
    failure: ok ? null : failureOf(step.name, output, stopped ? limitMs : null),
  };
  return { result, output };
}

/** The first failure in a line; of a file that was killed, where it was. */
function failureOf(name: string, output: readonly string[], killedAfterMs: number | null): string {
  if (killedAfterMs === null)
    return firstFailure(output) ?? output.findLast((line) => line.trim() !== '') ?? 'ended without a word';
  const ended = output.filter((line) => /^\s*[✔✖﹣]/u.test(line) && !line.includes(name));
  return `killed after ${killedAfterMs / 1000} s, its limit; last test that ended: ${ended.at(-1)?.trim() ?? 'none'}`;
}
