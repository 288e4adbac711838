import { compareVersions, namedVersion, vendorBuild } from '@perimeter/protocols/libraries/version';
import type { PageLibrary } from '../../../evidence/page/library.ts';
import { textLine } from '../../../catalogue/reproduce-http.ts';
import { type Lines, type Plain, openBy } from '../../../catalogue/outcome.ts';
import { daysSince } from '@perimeter/protocols/durations';
import { unreadScripts } from './unread-scripts.ts';
import type { PageContent } from '../../derive/subjects/page.ts';
import { shorten } from '../../../evidence/words/text.ts';

type Advisory = PageLibrary['advisories'][number];

/** Age in days from which the list no longer proves that a library has no known flaw. */
export const maxLibraryListDays = 120;

/** A library at all its locations, with its vulnerability advisories. */
export interface SeenLibrary {
  name: string;
  version: string;
  places: readonly [PageLibrary, ...PageLibrary[]];
  flaws: readonly Advisory[];
}

/** Libraries of the page by name and version; without vendor builds, which may be patched, and URL parts that are no version. */
export function librariesOf({ page: { libraries = [] } }: PageContent): SeenLibrary[] {
  const seen = new Map<string, [PageLibrary, ...PageLibrary[]]>();
  for (const library of libraries) {
    if (vendorBuild(library.version) !== null || (library.by === 'url' && namedVersion(library.version) === null))
      continue;
    const key = `${library.name} ${library.version}`;
    const known = seen.get(key);
    if (known === undefined) seen.set(key, [library]);
    else known.push(library);
  }
  return [...seen.values()].map((places) => {
    const [{ name, version, advisories }] = places;
    return { name, version, places, flaws: advisories.filter(({ endOfLife }) => endOfLife !== true) };
  });
}

/** The first version without any of the flaws. */
export const repairedIn = (flaws: readonly Advisory[]): string =>
  flaws.map(({ below }) => below).toSorted((a, b) => compareVersions(b, a))[0] ?? '';

/** How reliable the version is: anyone can name a file. */
export const confidenceOf = ({ places }: SeenLibrary) =>
  places.some(({ by }) => by !== 'url') ? ('firm' as const) : ('potential' as const);

const seenBy = { url: 'address', banner: 'banner', code: 'code' } as const;

/** The version with the preceding word, as found in the script. */
function searched({ quote, version }: PageLibrary): string {
  const at = quote.lastIndexOf(version);
  const word = /[\w.]{2,20}[ :="]{1,3}v?$/.exec(quote.slice(0, Math.max(0, at)))?.[0] ?? '';
  return `${word}${version}`;
}

/** Where a library was seen, and the command that shows it. */
export function libraryProof({ location, document }: PageContent, { places }: SeenLibrary): Lines {
  const shown = places.slice(0, 5);
  const [first] = places.filter(({ by }) => by !== 'url');
  const isOwn = first !== undefined && URL.canParse(first.url) && new URL(first.url).origin === document.url.origin;
  return [
    shown.map(({ by, url, quote }) => `${shorten(url, 200)}\n${seenBy[by]}: ${quote}`),
    isOwn
      ? textLine({ ...location, url: first.url }, searched(first))
      : textLine(location, new URL(places[0].url).pathname.split('/').at(-1) ?? ''),
  ];
}

/** Why an unseen library may exist; null where none does. */
export function unseenLibraries(read: PageContent): Plain | null {
  const { libraries, libraryList } = read.page;
  if (libraries === undefined || libraryList === undefined) return openBy('libraries-unasked');
  const days = daysSince(libraryList.date, read.target.startedAtMs);
  return days >= maxLibraryListDays ? openBy('libraries-outdated', { date: libraryList.date }) : unreadScripts(read);
}
