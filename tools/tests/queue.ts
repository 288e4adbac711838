import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Makes a queue of test files, which several processes can take from: a folder with an entry for each, in the order of names. */
export function makeQueue(files: readonly string[]): string {
  const queue = mkdtempSync(path.join(os.tmpdir(), 'perimeter-queue-'));
  mkdirSync(path.join(queue, 'taken'));
  for (const [at, file] of files.entries()) writeFileSync(path.join(queue, String(at).padStart(4, '0')), file);
  return queue;
}

/** Takes the next file of a queue, which nobody else gets then; null: none is left. */
export function takeNext(queue: string): string | null {
  for (const entry of readdirSync(queue).toSorted()) {
    if (entry === 'taken') continue;
    const taken = path.join(queue, 'taken', entry);
    try {
      renameSync(path.join(queue, entry), taken);
    } catch {
      // Another process was faster.
      continue;
    }
    return readFileSync(taken, 'utf8');
  }
  return null;
}
