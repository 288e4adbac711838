import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { systemReason } from './start-error.ts';

/**
 * Makes a directory and those above it. Each is tried once: what Node does by itself goes round for ever where a file system
 * takes no directories and says that the one above does not exist, as below /proc.
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
