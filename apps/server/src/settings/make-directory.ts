import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { systemReason } from './start-error.ts';

/**
 * Creates a directory and its parents, each with one attempt: Node's recursive mkdir loops forever on file systems that
 * cannot create directories and report the parent as missing, such as /proc.
 */
export async function makeDirectory(directory: string, mode: number): Promise<void> {
  try {
    await mkdir(directory, { mode });
  } catch (error) {
    const parent = path.dirname(directory);
    if (systemReason(error) === 'ENOENT' && parent !== directory) {
      if (
        await stat(parent).then(
          () => true,
          () => false,
        )
      )
        throw new Error('its file system takes no directories', { cause: error });
      await makeDirectory(parent, mode);
      await makeDirectory(directory, mode);
      return;
    }
    if (systemReason(error) !== 'EEXIST' || !(await stat(directory)).isDirectory()) throw error;
  }
}
