import { fileProblem } from '@perimeter/engine/net/file-problem';
import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '../argument-values.ts';

const mebibyte = 1024 * 1024;

/**
 * The text of a regular file with a size limit in MiB; throws UsageError if it is not readable. "-" is standard input.
 * A byte order mark is removed unless it is to be kept.
 */
export function fileText(file: string, what: string, mostMebibytes: number, keepsMark = false): string {
  try {
    if (file !== '-') {
      const found = statSync(file);
      if (!found.isFile()) throw new UsageError(`Cannot read the ${what} ${file}: not a regular file`);
      if (found.size > mostMebibytes * mebibyte)
        throw new UsageError(`The ${what} ${file} is larger than ${mostMebibytes} MiB`);
    }
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: keepsMark }).decode(
      readFileSync(file === '-' ? 0 : file),
    );
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof TypeError) throw new UsageError(`Cannot read the ${what} ${file}: not valid UTF-8`);
    throw new UsageError(`Cannot read the ${what} ${file}: ${fileProblem(error)}`);
  }
}
