import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../../..');

/** Whatever can change what is built: the dashboard, what it takes from packages, and the versions of its tools. */
const patterns = [
  'apps/dashboard/src/**/*.{ts,tsx,css,woff2,svg}',
  'packages/contract/src/**/*.ts',
  'packages/report/src/**/*.ts',
  'apps/dashboard/package.json',
];
const isSource = (file: string): boolean => !/[.]test[.]ts$|\/testing\//.test(file);

/** Names the state of the sources: another state gives another name. */
export function sourcesDigest(): string {
  const hash = createHash('sha256');
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }));
  for (const file of files.filter(isSource).toSorted()) {
    hash.update(`${file}\0`);
    hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
