import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../context.ts';

const names = ['perimeter.yml', path.join('.github', 'perimeter.yml')];

/**
 * The configuration of a command: as given, else in the working directory or a parent up to the root of the repository.
 * Outside a repository only the working directory counts, because a shared parent folder may belong to another user.
 */
export function findConfiguration(named: string | null, env: Environment, from: string): string | null {
  const asked = named ?? env['PERIMETER_CONFIG'] ?? '';
  if (asked !== '') return path.resolve(from, asked);
  const above = [path.resolve(from)];
  for (let last = above[0] ?? from; path.dirname(last) !== last; last = path.dirname(last))
    above.push(path.dirname(last));
  const root = above.findIndex((folder) => existsSync(path.join(folder, '.git')));
  const files = above
    .slice(0, root === -1 ? 1 : root + 1)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  return files.find((file) => existsSync(file)) ?? null;
}
