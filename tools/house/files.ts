import { globSync } from 'node:fs';
import path from 'node:path';

const places = ['packages', 'apps', 'lab', 'bench', 'tools'];
const code = /[.]tsx?$/u;
const apart = /[.]test[.]tsx?$|[.]data[.]ts$|[.]d[.]ts$|(?:^|[/])testing[/]/u;
const notOurs = ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/.cache/**'];

/** Every file of the rooms of a checkout, from its root, with slashes. */
export function filesOf(root: string): string[] {
  return globSync(
    places.map((place) => `${place}/**/*.*`),
    { cwd: root, exclude: notOurs },
  )
    .map((file) => file.split(path.sep).join('/'))
    .toSorted();
}

/** Sources: no tests, test helpers or data files. */
export const isSource = (file: string): boolean => code.test(file) && !apart.test(file);

/** The number of files in each folder with code, including tests and prose. */
export function filesByFolder(files: readonly string[]): Map<string, number> {
  const withCode = new Set(files.filter((file) => code.test(file)).map(folderOf));
  const counts = new Map<string, number>();
  for (const folder of files.map(folderOf).filter((name) => withCode.has(name))) {
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

/** The folder that a file stands in. */
export const folderOf = (file: string): string => path.posix.dirname(file);

/** Every folder above these files, from the highest down. */
export function foldersOf(files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = folderOf(file); folder !== '.'; folder = folderOf(folder)) folders.add(folder);
  return [...folders].toSorted();
}
