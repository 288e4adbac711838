import { resolve } from 'node:path';

/** The repository's root folder. */
export const repoRoot = resolve(import.meta.dirname, '../..');

/** A file to be written, with its whole text. */
export interface GeneratedFile {
  path: string;
  text: string;
}
