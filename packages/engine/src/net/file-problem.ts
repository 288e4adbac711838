import { getSystemErrorMessage } from 'node:util';

/** Why a file could not be read or written, in the words of the operating system rather than by the name of its error. */
export function fileProblem(error: unknown): string {
  const number = error instanceof Error && 'errno' in error ? Number(error.errno) : Number.NaN;
  return Number.isSafeInteger(number) && number < 0 ? getSystemErrorMessage(number) : 'unknown error';
}
