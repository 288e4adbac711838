import { fileProblem } from '@perimeter/engine/net/file-problem';
import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '../../argument-values.ts';

/** Reports and evidence of the largest targets have some megabytes, and a file may contain many. */
const maxBytes = 256 * 1024 * 1024;

/** The text of a file; "-" is standard input. Throws UsageError. */
export function storedText(file: string): string {
  try {
    if (file !== '-' && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes)
      throw new UsageError(`${file} is larger than any report`);
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Cannot read ${file}: ${fileProblem(error)}`);
  }
}
