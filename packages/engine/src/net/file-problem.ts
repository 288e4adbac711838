import { getSystemErrorMap } from 'node:util';

/** The operating system's words of an operation that nobody asked for. */
const plainer: ReadonlyMap<string, string> = new Map([
  ['EISDIR', 'it is a directory'],
  ['ENOTDIR', 'part of the path is not a directory'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EROFS', 'the file system is read-only'],
]);

/** Why a file could not be read or written, in the words of the operating system rather than by the name of its error. */
export function fileProblem(error: unknown): string {
  const plain = error instanceof Error && 'code' in error ? plainer.get(String(error.code)) : undefined;
  if (plain !== undefined) return plain;
  const number = error instanceof Error && 'errno' in error ? Number(error.errno) : Number.NaN;
  return getSystemErrorMap().get(number)?.[1] ?? 'unknown error';
}
