// Writes every generated file, mostly from the registry. With --check: writes nothing, and fails if one is outdated.
import { existsSync, readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { readCommandLine } from '@perimeter/lab/machine/command-line';
import { packageExports } from './generate/exports.ts';
import { repoRoot } from './generate/repo-root.ts';

const { values: options } = readCommandLine('Usage: npm run generate (node tools/generate.ts --check writes nothing)', {
  check: { type: 'boolean', default: false },
});
const checkOnly = options.check;

/** Writes the outdated files, or only lists them; returns how many there were. */
function renew(files: readonly { path: string; text: string }[]): number {
  const stale = files.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
  for (const { path, text } of stale) {
    const name = relative(repoRoot, path);
    if (checkOnly) {
      console.error(`Stale: ${name} (npm run generate)`);
    } else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      console.log(`Written: ${name}`);
    }
  }
  return stale.length;
}

// Exports first: after a file has moved, the packages cannot be imported without them.
const lists = packageExports();
const staleLists = renew(lists);
const { fromRegistry } = await import('./generate/from-registry.ts');
const files = fromRegistry();
const stale = staleLists + renew(files);
if (stale === 0) console.log(`${files.length + lists.length} generated files are up to date`);
process.exitCode = checkOnly && stale > 0 ? 1 : 0;
