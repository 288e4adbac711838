import { getSystemErrorMap } from 'node:util';

/** Plain words in place of system messages that mention an internal operation. */
const plainer: ReadonlyMap<string, string> = new Map([
  ['EISDIR', 'it is a directory'],
  ['ENOTDIR', 'part of the path is not a directory'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EROFS', 'the file system is read-only'],
]);

/** Why a file could not be read or written, in the operating system's words without the error's code. */
export function fileProblem(error: unknown): string {
  const plain = error instanceof Error && 'code' in error ? plainer.get(String(error.code)) : undefined;
  if (plain !== undefined) return plain;
  const number = error instanceof Error && 'errno' in error ? Number(error.errno) : Number.NaN;
  return getSystemErrorMap().get(number)?.[1] ?? 'unknown error';
}
