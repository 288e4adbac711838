import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { after } from 'node:test';

/** A fresh directory that is removed when the test, or the file where there is none, has ended. */
export async function temporaryDirectory(t?: TestContext): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'perimeter-test-'));
  const remove = async (): Promise<void> => rm(directory, { recursive: true, force: true, maxRetries: 5 });
  if (t === undefined) after(remove);
  else t.after(remove);
  return directory;
}
