import type { DocumentFacts } from '@perimeter/protocols/html/document/facts';
import { advisoriesOf } from '@perimeter/protocols/libraries/advisories';
import { type FoundLibrary, librariesIn, type SearchedScript } from '@perimeter/protocols/libraries/detect';
import { librariesByUrl } from '@perimeter/protocols/libraries/detect-url';
import { shippedLibraries } from '@perimeter/protocols/libraries/retire.data';
import type { LibraryList } from '@perimeter/protocols/libraries/table';
import type { PageEvidence } from '../../evidence/page/schema.ts';
import type { PageLibrary } from '../../evidence/page/library.ts';
import { runSliced } from '../read-sliced.ts';

/** A script whose text was read, with its location. */
export interface ReadScript extends SearchedScript {
  url: string;
}

/** The text of a script of which browsers run nothing, whatever its URL suggests: a missing one, or one in the encoding "replacement". */
export const unrunText = '\u{FFFD}';

/** More than any legitimate page has. */
const maxLibraries = 100;

/** A library recognized by URL only counts if the script's text shows no other version. */
function joined(
  byText: readonly (FoundLibrary & { url: string })[],
  byUrl: readonly (FoundLibrary & { url: string })[],
) {
  const known = new Set(byText.map(({ name, url }) => `${name} ${url}`));
  const all = [...byText, ...byUrl.filter(({ name, url }) => !known.has(`${name} ${url}`))];
  return new Map(all.map((one) => [`${one.name} ${one.version} ${one.url}`, one])).values();
}

/** Finds a document's libraries: in script texts, and in the URLs of foreign scripts. */
export async function findLibraries(
  { resources }: DocumentFacts,
  scripts: readonly ReadScript[],
  list: LibraryList = shippedLibraries,
): Promise<Required<Pick<PageEvidence, 'libraries' | 'libraryList'>>> {
  const byText: (FoundLibrary & { url: string })[] = [];
  for (const { url, ...script } of scripts) {
    const found = await runSliced(librariesIn(script, list.libraries));
    byText.push(...found.map((one) => ({ ...one, url })));
  }
  const unrun = new Set(scripts.flatMap(({ url, text }) => (text === unrunText ? [url] : [])));
  const urls = new Set(resources.flatMap(({ kind, url }) => (kind === 'script' && !unrun.has(url) ? [url] : [])));
  const byUrl = [...urls].flatMap((url) => librariesByUrl(url, list.libraries).map((one) => ({ ...one, url })));
  const libraries = [...joined(byText, byUrl)].slice(0, maxLibraries).map((one): PageLibrary => {
    const library = list.libraries.find(({ name }) => name === one.name);
    const advisories = library === undefined ? [] : advisoriesOf(library, one.version);
    return { ...one, advisories: advisories.map(({ excludes: _builds, ...advisory }) => advisory) };
  });
  return { libraries, libraryList: { name: list.name, date: list.date } };
}
