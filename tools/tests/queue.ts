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
import type { FileResult } from './file-result.ts';

/** Where a test file of the queue runs: inside a lab, or on the machine as it is; fast files are those of the gate. */
export type Kind = 'lab' | 'slow' | 'fast';

/** A test file and where it runs. */
export interface QueuedFile {
  file: string;
  kind: Kind;
  /** True: it can run in one process with others. */
  shares?: boolean;
}

/** Entries are named POSITION.KIND, with the ending of files that share a process. */
const sharedEnding = '.shared';
const kindOf = (entry: string): string | undefined => entry.split('.')[1];

const entriesOf = (queue: string): string => path.join(queue, 'waiting');
const resultsOf = (queue: string): string => path.join(queue, 'results');

/** A folder in which a queue's test files share measurements of lab hosts. */
export const measuredOf = (queue: string): string => path.join(queue, 'measured');

/**
 * Makes a queue of test files that several processes take from and add results to: a folder with an entry per file,
 * sorted by name, and a file with one line of JSON per result.
 */
export function makeQueue(files: readonly QueuedFile[]): string {
  const queue = mkdtempSync(path.join(os.tmpdir(), 'perimeter-queue-'));
  mkdirSync(entriesOf(queue));
  mkdirSync(path.join(queue, 'taken'));
  mkdirSync(measuredOf(queue));
  for (const [at, { file, kind, shares = false }] of files.entries()) {
    const entry = `${String(at).padStart(4, '0')}.${kind}${shares ? sharedEnding : ''}`;
    writeFileSync(path.join(entriesOf(queue), entry), file);
  }
  return queue;
}

/** Removes the shared measurements, which are large and not reused. */
export const forgetMeasured = (queue: string): void => rmSync(measuredOf(queue), { recursive: true, force: true });

/** True: a file of this kind is left. */
export const hasNext = (queue: string, kind: Kind): boolean =>
  readdirSync(entriesOf(queue)).some((entry) => kindOf(entry) === kind);

/** Takes the next file of this kind exclusively, or only one that shares its process; null: none is left. */
export function takeNext(
  queue: string,
  kind: Kind,
  which: 'any' | 'shared' = 'any',
): { file: string; shares: boolean } | null {
  for (const entry of readdirSync(entriesOf(queue)).toSorted()) {
    const shares = entry.endsWith(sharedEnding);
    if (kindOf(entry) !== kind || (which === 'shared' && !shares)) continue;
    const taken = path.join(queue, 'taken', entry);
    try {
      renameSync(path.join(entriesOf(queue), entry), taken);
    } catch {
      // Another process took it first.
      continue;
    }
    return { file: readFileSync(taken, 'utf8'), shares };
  }
  return null;
}

/** Adds a result; the line is appended in one write, so that concurrent results stay intact. */
export function addResult(queue: string, result: FileResult): void {
  appendFileSync(resultsOf(queue), `${JSON.stringify(result)}\n`);
}

/** The results so far, in the order in which the files ended. */
export function readResults(queue: string): FileResult[] {
  if (!existsSync(resultsOf(queue))) return [];
  const lines = readFileSync(resultsOf(queue), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as FileResult);
}
