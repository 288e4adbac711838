import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FileResult } from './test-file.ts';

/** Where a test file of the queue runs: inside a lab, or on the machine as it is. */
export type Kind = 'lab' | 'slow';

/** A test file and where it runs. */
export interface QueuedFile {
  file: string;
  kind: Kind;
}

const entriesOf = (queue: string): string => path.join(queue, 'waiting');
const resultsOf = (queue: string): string => path.join(queue, 'results');

/** A folder where the test files of a queue leave for each other what they measured of hosts of the lab. */
export const measuredOf = (queue: string): string => path.join(queue, 'measured');

/**
 * Makes a queue of test files, which several processes can take from and give results to: a folder with an entry for
 * each file, in the order of names, and a file with a line of JSON for each result.
 */
export function makeQueue(files: readonly QueuedFile[]): string {
  const queue = mkdtempSync(path.join(os.tmpdir(), 'perimeter-queue-'));
  mkdirSync(entriesOf(queue));
  mkdirSync(path.join(queue, 'taken'));
  mkdirSync(measuredOf(queue));
  for (const [at, { file, kind }] of files.entries())
    writeFileSync(path.join(entriesOf(queue), `${String(at).padStart(4, '0')}.${kind}`), file);
  return queue;
}

/** Removes what was measured: it is large, and the next run measures anew. */
export const forgetMeasured = (queue: string): void => rmSync(measuredOf(queue), { recursive: true, force: true });

/** True: a file of this kind is left. */
export const hasNext = (queue: string, kind: Kind): boolean =>
  readdirSync(entriesOf(queue)).some((entry) => entry.endsWith(`.${kind}`));

/** Takes the next file of this kind, which nobody else gets then; null: none is left. */
export function takeNext(queue: string, kind: Kind): string | null {
  for (const entry of readdirSync(entriesOf(queue)).toSorted()) {
    if (!entry.endsWith(`.${kind}`)) continue;
    const taken = path.join(queue, 'taken', entry);
    try {
      renameSync(path.join(entriesOf(queue), entry), taken);
    } catch {
      // Another process was faster.
      continue;
    }
    return readFileSync(taken, 'utf8');
  }
  return null;
}

/** Adds the result of a file; the line is appended in one write, so results of other processes stay whole. */
export function addResult(queue: string, result: FileResult): void {
  appendFileSync(resultsOf(queue), `${JSON.stringify(result)}\n`);
}

/** The results so far, in the order in which the files ended. */
export function readResults(queue: string): FileResult[] {
  if (!existsSync(resultsOf(queue))) return [];
  const lines = readFileSync(resultsOf(queue), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as FileResult);
}
