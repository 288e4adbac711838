import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const COPIED = ['packages', 'apps', 'lab', 'bench', 'tools'];
const SCOPE = '@perimeter';
const NOT_COPIED = new Set(['node_modules', 'dist', '.data', '.cache', 'golden']);

/** A temporary copy of the checkout's sources, for planting violations and for scaffolding. */
export interface HouseCopy {
  root: string;
  /** Writes a file, with its folders. */
  plant: (file: string, text: string) => void;
  remove: () => void;
}

const source = path.resolve(import.meta.dirname, '../..');

function linkModules(root: string): void {
  const from = path.join(source, 'node_modules');
  const to = path.join(root, 'node_modules');
  mkdirSync(path.join(to, SCOPE), { recursive: true });
  // Its cache would be the one of the checkout.
  for (const name of readdirSync(from).filter((entry) => entry !== SCOPE && entry !== '.cache')) {
    symlinkSync(path.join(from, name), path.join(to, name));
  }
  // Link the workspace packages to the copy, so that imports across packages stay in it.
  for (const folder of ['packages', 'apps']) {
    for (const name of readdirSync(path.join(root, folder))) {
      symlinkSync(path.join(root, folder, name), path.join(to, SCOPE, name));
    }
  }
  for (const name of ['lab', 'bench']) symlinkSync(path.join(root, name), path.join(to, SCOPE, name));
}

/** Copies the files of the root, links the installed packages, and keeps the rest in the hand of the caller. */
function furnish(root: string): HouseCopy {
  for (const name of readdirSync(source, { withFileTypes: true })) {
    if (name.isFile()) cpSync(path.join(source, name.name), path.join(root, name.name));
  }
  linkModules(root);
  return {
    root,
    plant: (file, text) => {
      const target = path.join(root, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

const emptyFolder = (): string => mkdtempSync(path.join(tmpdir(), 'perimeter-house-'));

/** Copies the sources; installed packages are linked, not copied. */
export function copyHouse(): HouseCopy {
  const root = emptyFolder();
  const filter = (file: string): boolean => !NOT_COPIED.has(path.basename(file));
  for (const folder of COPIED) cpSync(path.join(source, folder), path.join(root, folder), { recursive: true, filter });
  return furnish(root);
}

/** A house of the same packages and settings without sources, except for those named: for what judges files by their place. */
export function frameHouse(sources: readonly string[]): HouseCopy {
  const root = emptyFolder();
  const manifests = globSync(['{packages,apps}/*/package.json', '{lab,bench}/package.json'], { cwd: source });
  for (const file of [...manifests, ...sources]) cpSync(path.join(source, file), path.join(root, file));
  return furnish(root);
}
