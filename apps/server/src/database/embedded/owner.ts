import { readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { EmbeddedPaths } from './paths.ts';
import { findProcess } from './processes.ts';

const ownerFile = z.object({ pid: z.int(), started: z.string() });

/** Records that this process owns the data directory; done only once its server holds PostgreSQL's own lock. */
export async function claim(paths: EmbeddedPaths): Promise<void> {
  const self = await findProcess(process.pid);
  await writeFile(paths.owner, JSON.stringify({ pid: process.pid, started: self?.started ?? '' }), { mode: 0o600 });
}

/** Removes the record. */
export const disclaim = async (paths: EmbeddedPaths): Promise<void> => rm(paths.owner, { force: true });

/** The process id of another live owner of the directory; null if there is none. */
export async function liveOwner(paths: EmbeddedPaths): Promise<number | null> {
  try {
    const owner = ownerFile.parse(JSON.parse(await readFile(paths.owner, 'utf8')));
    if (owner.pid === process.pid) return null;
    return (await findProcess(owner.pid))?.started === owner.started ? owner.pid : null;
  } catch {
    return null;
  }
}

async function postmasterPid(paths: EmbeddedPaths): Promise<number | null> {
  try {
    const pid = Number((await readFile(paths.postmasterPid, 'utf8')).split('\n', 1)[0]);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/**
 * True while a server runs on the directory. A lock file whose process id now belongs to another program is removed,
 * because PostgreSQL would take that program for a server and refuse to start.
 */
export async function serverRuns(paths: EmbeddedPaths): Promise<boolean> {
  const pid = await postmasterPid(paths);
  const found = pid === null ? null : await findProcess(pid);
  if (found === null) return false;
  if (/(^|\/)postgres( |:|$)/.test(found.command)) return true;
  await unlink(paths.postmasterPid).catch(() => undefined);
  return false;
}
