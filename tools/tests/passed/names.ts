import path from 'node:path';
import type { TestedCheckout } from './checkout.ts';
import { readingsInstead } from './readings.data.ts';

/** What Node, a shell or Python runs: it can name other files. */
const isProgram = /[.](?:ts|tsx|js|mjs|cjs|sh|py)$/u;

/** Only compilers read these imports. */
const typesOnly = /^(?:import|export) type [^;=]*? from '[^']*';/gmu;
/** Lines of comments name files for readers. */
const commentLines = /^\s*(?:\/\/|\/\*\*|\*).*$/gmu;

/** Runs of characters that can be a path, wherever they stand; and the folder above, where it stands alone. */
const pathLike = /[\w@.+~-]*\/[\w@.+~/-]*|[\w-]+(?:[.][\w-]+)+|(?<=['"`])\.\.(?=['"`])/gu;

/** True for a module that reads its own place or imports a computed name: it can reach every file around it. */
const asksForOwnPlace = /\bimport\.meta\.(?:dirname|filename|url)\b|\bimport\([^')]/u;
/** Its own folder, to be followed by a name that is put together. */
const namesOwnFolder = /['`]\.\/(?:\$\{|['`] \+)|import\.meta\.dirname(?!,\s*['"`])/u;
const urls = /import\.meta\.url/gu;
const ofWholeName = /new URL\(\s*(?:'[^']*'|"[^"]*"|`[^`$]*`),\s*$/u;

/** The module of the checkout that an import of a package means; the folder of the package where no export has that name. */
function exported(checkout: TestedCheckout, name: string): string | null {
  const [, packageName = '', subpath] = /^(@[\w-]+\/[\w-]+)(?:\/(.+))?$/u.exec(name) ?? [];
  const found = checkout.packages.get(packageName);
  if (found === undefined) return null;
  const target = found.exports[subpath === undefined ? '.' : `./${subpath}`];
  return target === undefined ? found.folder : path.posix.join(found.folder, target);
}

/** True: a module reads its own folder by names that are put together from parts. */
function readsOwnFolder(text: string): boolean {
  if (namesOwnFolder.test(text)) return true;
  return [...text.matchAll(urls)].some(({ index }) => !ofWholeName.test(text.slice(Math.max(0, index - 200), index)));
}

/** Files and folders that a program names: as an import, beside itself, from the root of the checkout. */
function placesIn(checkout: TestedCheckout, file: string): Set<string> {
  const text = checkout.text(file).replaceAll(typesOnly, '').replaceAll(commentLines, '');
  const folder = path.posix.dirname(file);
  const asks = asksForOwnPlace.test(text);
  const places = new Set<string>();
  const add = (place: string): void => {
    if (checkout.files.has(place) || checkout.below.has(place)) places.add(place);
  };
  for (const [name] of text.matchAll(pathLike)) {
    const workspaceModule = name.startsWith('@') ? exported(checkout, name) : null;
    if (workspaceModule !== null) add(workspaceModule);
    if (name.startsWith('/') || name === './') continue;
    const fromHere = path.posix.join(folder, name).replace(/\/$/u, '');
    if (asks || (name.startsWith('.') && checkout.files.has(fromHere))) add(fromHere);
    // What is named from the root is named whole: "lab" alone is a word.
    const fromRoot = path.posix.normalize(name).replace(/\/$/u, '');
    if (fromRoot.includes('/') || checkout.files.has(fromRoot)) add(fromRoot);
  }
  if (asks && readsOwnFolder(text)) places.add(folder);
  return places;
}

/** A test file runs by itself: of a folder it is no part, unless somebody reads the whole checkout. */
const isPart = (folder: string, file: string): boolean => folder === '.' || !file.endsWith('.test.ts');

/** The files that a file names, folders as all files below them. */
export function namesOf(checkout: TestedCheckout, file: string): string[] {
  if (!isProgram.test(file)) return [];
  const places = placesIn(checkout, file);
  for (const { module, names, reads } of readingsInstead)
    if (module === file && places.delete(names)) for (const place of reads) places.add(place);
  return [...places].flatMap((place) =>
    checkout.files.has(place) ? [place] : (checkout.below.get(place) ?? []).filter((one) => isPart(place, one)),
  );
}

/** True: a file names a file or folder. */
export const hasName = (checkout: TestedCheckout, file: string, place: string): boolean =>
  placesIn(checkout, file).has(place);
