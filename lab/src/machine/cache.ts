import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs } from '@perimeter/protocols/durations';
import { cacheFolder, labFolder } from './paths.ts';

/** Cached files are regenerated every day, because some certificates are valid for only a few days. */
const periodMs = dayMs;

/**
 * Names the folder for things made from these source folders, with all within, and inputs, in this period.
 * Another fingerprint is another folder, so a running lab keeps what it started with.
 */
export function cachedFolderPath(
  kind: string,
  sourceFolders: readonly string[],
  input: unknown,
  now = Date.now(),
): string {
  const hash = createHash('sha256').update(JSON.stringify([input, Math.floor(now / periodMs)]));
  for (const folder of sourceFolders.map((name) => join(labFolder, 'src', name))) {
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .toSorted();
    for (const name of sources) hash.update(readFileSync(join(folder, name)));
  }
  return join(cacheFolder, `${kind}-${hash.digest('hex').slice(0, 16)}`);
}

/** A scratch folder without changes for so long is left behind by a lab that was ended; in milliseconds. */
const abandonedAfterMs = 30_000;

/** True: another lab makes the folder. */
function isBeingMade(target: string): boolean {
  const scratchName = `${basename(target)}.`;
  const changedMs = (name: string): number =>
    statSync(join(dirname(target), name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return readdirSync(dirname(target)).some(
    (name) => name.startsWith(scratchName) && Date.now() - changedMs(name) < abandonedAfterMs,
  );
}

/** Fills the folder unless it exists; of two concurrent labs one makes it, and the other waits. */
export async function ensureFolder(target: string, make: (scratch: string) => void | Promise<void>): Promise<void> {
  if (existsSync(target)) return;
  mkdirSync(cacheFolder, { recursive: true });
  while (isBeingMade(target)) await sleep(100);
  if (existsSync(target)) return;
  const scratch = mkdtempSync(`${target}.`);
  try {
    await make(scratch);
    try {
      renameSync(scratch, target);
    } catch (error) {
      // Another lab was first: use its folder.
      if (!existsSync(target)) throw error;
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  removeOldSiblings(target);
}

/** No lab runs longer than a day. */
function removeOldSiblings(target: string): void {
  const kind = target.slice(0, target.lastIndexOf('-') + 1);
  for (const name of readdirSync(cacheFolder)) {
    const path = join(cacheFolder, name);
    const isOld = path.startsWith(kind) && path !== target && Date.now() - statSync(path).mtimeMs > dayMs;
    if (isOld) rmSync(path, { recursive: true, force: true });
  }
}
