import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { labFolder } from './machine/paths.ts';

/** The commands of the lab: the first block of code in its README. */
export const labUsage = (): string =>
  /^```\n([^]*?)^```$/mu.exec(readFileSync(join(labFolder, 'README.md'), 'utf8'))?.[1] ?? '';
