import path from 'node:path';
import { programOf } from './bundle.ts';
import { countTests } from './counted.ts';
import { cpuSecondsOfChildren } from './cpu.ts';
import type { FileResult } from './file-result.ts';
import type { Kind } from './queue.ts';
import { runStep } from './step.ts';
import { begins, ends, mostMs } from './sharing.ts';
import { firstFailure } from './telling.ts';

/** Milliseconds after which a file counts as hanging: its processes are killed, and it is named. */
export const fileLimitMs = 300_000;

/** The limit of a single test as a share of its file's, so that the runner can still name the test. */
const testShareOfLimit = 0.8;

/** A test file's result and its printed lines. */
export interface RunFile {
  result: FileResult;
  output: string[];
}

/**
 * Runs a test file in separate processes, all of which have ended on return. Returns the printed lines: the file with
 * its time, then everything except passes.
 */
export async function runTestFile(file: string, limitMs: number = fileLimitMs): Promise<RunFile> {
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

/**
 * Runs a file in a process that then takes further files of the queue which share it, and reports each as it ends. A file
 * during which the process dies has failed, and so has the last one if it dies afterwards.
 */
export async function runSharedFiles(
  queue: string,
  kind: Kind,
  first: string,
  limitMs: number,
  report: (run: RunFile) => void,
): Promise<void> {
  const program = path.join(import.meta.dirname, 'shared-process.ts');
  const args = [program, queue, kind, first, String(limitMs * testShareOfLimit)];
  let file = first;
  let running = true;
  let output: string[] = [];
  const startMs = performance.now();
  const onLine = (line: string): void => {
    const begun = begins(line);
    const ended = ends(line);
    if (begun !== null) [file, running, output] = [begun, true, []];
    else if (ended === null) output.push(line);
    else {
      running = false;
      const failure = ended.ok ? null : failureOf(path.basename(file), output, null);
      report({ result: { file, counts: countTests(output, ended.ok), failure, ...ended }, output });
    }
  };
  const step = { name: path.basename(first), command: process.execPath, args, limitMs: limitMs + mostMs };
  const { ok, stopped } = await runStep(step, onLine);
  if (ok && !running) return;
  const failure = failureOf(path.basename(file), output, stopped ? limitMs + mostMs : null);
  const seconds = (performance.now() - startMs) / 1000;
  report({
    result: { file, ok: false, counts: countTests(output, false), seconds, cpuSeconds: null, failure },
    output,
  });
}

/** The first failure as one line; for a killed file, where it was. */
function failureOf(name: string, output: readonly string[], killedAfterMs: number | null): string {
  if (killedAfterMs === null)
    return firstFailure(output) ?? output.findLast((line) => line.trim() !== '') ?? 'ended without a word';
  const ended = output.filter((line) => /^\s*[✔✖﹣]/u.test(line) && !line.includes(name));
  return `killed after ${killedAfterMs / 1000} s, its limit; last test that ended: ${ended.at(-1)?.trim() ?? 'none'}`;
}
