import { existsSync } from 'node:fs';
import path from 'node:path';

/** Names the directory of vectors that others publish, which are no part of the repository. */
export const vectorsVariable = 'PERIMETER_TEST_VECTORS';

const beside = path.resolve(import.meta.dirname, '../../../../../shared/vectors');

/** The directory that the environment names, or the one beside the checkout. */
export const vectorsDirectory = (env: Readonly<Record<string, string | undefined>> = process.env): string =>
  path.resolve(env[vectorsVariable] || beside);

/** Why a test of vectors is skipped, and what to do. */
export const absentVectors = (file: string): string =>
  `No published vectors at ${path.join(vectorsDirectory(), file)}: set ${vectorsVariable} to their directory`;

/** The path of a file of vectors; null where there is none. Throws where a directory is named that lacks it. */
export function publishedVectors(
  file: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const full = path.join(vectorsDirectory(env), file);
  if (existsSync(full)) return full;
  if (env[vectorsVariable]) throw new Error(`${vectorsVariable}: ${full} does not exist`);
  return null;
}
