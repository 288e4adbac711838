import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const made: string[] = [];

// At exit: hooks run in the order in which they were added, and a database must be closed before its files are removed.
process.once('exit', () => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
});

/** A new directory that is removed when the process ends; other users can traverse it unless it is closed. */
export async function temporaryDirectory(access: 'open' | 'closed' = 'open'): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'perimeter-test-'));
  made.push(directory);
  await chmod(directory, access === 'open' ? 0o755 : 0o700);
  return directory;
}
