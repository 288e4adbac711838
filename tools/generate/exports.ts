import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRooms } from './open-rooms.data.ts';
import { type GeneratedFile, repoRoot } from './repo-root.ts';

/** Folders of the packages, by their import names. */
const packages: ReadonlyMap<string, string> = new Map([
  ['contract', 'packages/contract'],
  ['protocols', 'packages/protocols'],
  ['engine', 'packages/engine'],
  ['report', 'packages/report'],
  ['lab', 'lab'],
  ['server', 'apps/server'],
  ['dashboard', 'apps/dashboard'],
]);

// At the start of a line or as a call: imports in the text of test fixtures do not count.
const imported =
  /^(?:import|export)\b[^;'"]*'@perimeter\/([a-z]+)\/([^']+)'|\bimport\('@perimeter\/([a-z]+)\/([^']+)'\)/gmu;

/** Paths that files outside a package import from it, by package name. */
function importedPaths(): ReadonlyMap<string, ReadonlySet<string>> {
  const paths = new Map([...packages.keys()].map((name) => [name, new Set<string>()]));
  const files = globSync('{packages,apps,lab,bench,tools}/**/*.{ts,tsx}', {
    cwd: repoRoot,
    exclude: ['**/node_modules/**', '**/dist/**', '**/.data/**'],
  });
  for (const file of files) {
    for (const [, name = '', path = '', called = '', calledPath = ''] of readFileSync(
      join(repoRoot, file),
      'utf8',
    ).matchAll(imported))
      paths.get(name || called)?.add(path || calledPath);
  }
  return paths;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** True if a path is in a room that its package opens. */
export const isOpenPath = (name: string, path: string): boolean =>
  (openRooms[name] ?? []).some(([room]) => room === '' || path === room || path.startsWith(`${room}/`));

/** A package.json whose exports are exactly what other packages import from its open rooms. */
function withExports(name: string, folder: string, paths: ReadonlySet<string>): GeneratedFile {
  const path = join(repoRoot, folder, 'package.json');
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isRecord(manifest)) throw new Error(`The manifest of ${name} is no object`);
  const closed = [...paths].filter((one) => !isOpenPath(name, one));
  if (closed.length > 0)
    throw new Error(`${name} does not open ${closed.join(', ')}: tools/generate/open-rooms.data.ts has what it opens`);
  const exported = [...paths]
    .filter((one) => existsSync(join(repoRoot, folder, `src/${one}.ts`)))
    .toSorted()
    .map((one) => [`./${one}`, `./src/${one}.ts`]);
  return { path, text: `${JSON.stringify({ ...manifest, exports: Object.fromEntries(exported) }, null, 2)}\n` };
}

/** The manifests of all packages that others import; anything else is private. */
export function packageExports(): GeneratedFile[] {
  const paths = importedPaths();
  return [...packages].map(([name, folder]) => withExports(name, folder, paths.get(name) ?? new Set()));
}
