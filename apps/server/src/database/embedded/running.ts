import { readFile } from 'node:fs/promises';
import { liveOwner, serverRuns } from './owner.ts';
import { makePaths } from './paths.ts';
import { connectionTo } from './answers.ts';
import type { EmbeddedServer } from './start.ts';

/** How to connect to the embedded server that another process runs; null if none runs. */
export async function findRunning(dataDir: string): Promise<EmbeddedServer['connection'] | null> {
  const paths = await makePaths(dataDir);
  if (!(await serverRuns(paths)) || (await liveOwner(paths)) === null) return null;
  // Line 5 of the lock file is the first directory of its sockets (PostgreSQL, pidfile.h).
  const directory = (await readFile(paths.postmasterPid, 'utf8')).split('\n')[4]?.trim() ?? '';
  return directory === '' ? null : connectionTo(directory);
}
