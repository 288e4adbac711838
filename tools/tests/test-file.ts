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

/** Milliseconds after which a file counts as hanging: its processes are killed, and it is named. */
export const fileLimitMs = 300_000;

/** The limit of a single test as a share of its file's, so that the runner can still name the test. */
const testShareOfLimit = 0.8;

/**
 * Runs a test file in separate processes, all of which have ended on return. Returns the printed lines: the file with
 * its time, then everything except passes.
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

/** The first failure as one line; for a killed file, where it was. */
function failureOf(name: string, output: readonly string[], killedAfterMs: number | null): string {
  if (killedAfterMs === null)
    return firstFailure(output) ?? output.findLast((line) => line.trim() !== '') ?? 'ended without a word';
  const ended = output.filter((line) => /^\s*[✔✖﹣]/u.test(line) && !line.includes(name));
  return `killed after ${killedAfterMs / 1000} s, its limit; last test that ended: ${ended.at(-1)?.trim() ?? 'none'}`;
}
