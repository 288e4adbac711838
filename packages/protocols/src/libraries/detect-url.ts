import type { FoundLibrary } from './detect.ts';
import { compiled } from './expression.ts';
import type { Library } from './table.ts';
import { ownRepositories } from './own-repositories.data.ts';
import { namedVersion, withoutHash } from './version.ts';

/** Longer addresses are not looked at. */
const maxUrl = 1_024;

const jsDelivr = '(?:cdn|fastly|gcore|testingcf|originfastly|quantil)\\.jsdelivr\\.net';
/** Three numbers and what stands behind them. */
const full = 'v?(\\d{1,4}\\.\\d{1,4}\\.\\d[\\w.+-]{0,40})(?:\\/|$)';
const packageName = '((?:@[\\w.-]{1,40}\\/)?[\\w.-]{1,60})@';
/** Packages of npm: esm.sh has a build, a branch or a star in front of them. */
const npm = `(?:${jsDelivr}\\/npm|unpkg\\.com|esm\\.run|(?:cdn\\.)?esm\\.sh(?:\\/(?:v\\d{1,4}|stable))?|cdn\\.skypack\\.dev)\\/\\*?`;

/**
 * Addresses by which delivery networks name package and version: npm's form, where one or two numbers stand for the latest
 * release that begins so, and the forms of cdnjs, Google and jQuery.
 */
const deliveries: readonly RegExp[] = [
  new RegExp(`^https?:\\/\\/${npm}${packageName}${full}`),
  new RegExp(`^https?:\\/\\/ga\\.jspm\\.io\\/npm:${packageName}${full}`),
  // A build of Skypack, with its own mark behind the version.
  new RegExp(
    `^https?:\\/\\/cdn\\.skypack\\.dev\\/(?:-|pin)\\/${packageName}v(\\d{1,4}\\.\\d{1,4}\\.\\d{1,4})-\\w{16,32}(?:\\/|$)`,
  ),
  /^https?:\/\/(?:cdnjs\.cloudflare\.com|ajax\.googleapis\.com)\/ajax\/libs\/([\w.-]{1,60})\/v?(\d[\w.+-]{0,40})\//,
  /^https?:\/\/code\.jquery\.com\/(ui|mobile)\/v?(\d[\w.+-]{0,40})\//,
];

/** Names of delivery networks that are no names of packages. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['twitter-bootstrap', 'bootstrap'],
  ['jqueryui', 'jquery-ui'],
  ['angularjs', 'angularjs'],
  ['ui', 'jquery-ui'],
  ['mobile', 'jquery-mobile'],
]);

/** Repositories by their owner and name. */
const repository = new RegExp(
  `^https?:\\/\\/(?:${jsDelivr}|(?:cdn\\.)?esm\\.sh)\\/gh\\/([\\w.-]{1,60}\\/[\\w.-]{1,60})@${full}`,
);

function deliveredBy(url: string): { name: string; version: string } | null {
  const [, owned = '', released = ''] = repository.exec(url) ?? [];
  if (owned !== '') return { name: ownRepositories.get(owned.toLowerCase()) ?? owned, version: released };
  for (const delivery of deliveries) {
    const [, name, version] = delivery.exec(url) ?? [];
    if (name === undefined || version === undefined) continue;
    const lower = name.toLowerCase();
    return { name: otherNames.get(lower) ?? lower, version };
  }
  return null;
}

interface Addressed {
  library: Library;
  urls: readonly RegExp[];
  files: readonly RegExp[];
}

const compiledLists = new WeakMap<readonly Library[], readonly Addressed[]>();

function addressedOf(libraries: readonly Library[]): readonly Addressed[] {
  const known =
    compiledLists.get(libraries) ??
    libraries.map((library) => ({
      library,
      urls: library.urls.map((one) => compiled(one, '')),
      files: library.files.map((one) => compiled(`^${one}$`, '')),
    }));
  compiledLists.set(libraries, known);
  return known;
}

/** Addresses of the npm form, which name a range where its numbers are not all there. */
const ofRange = /@v?\d{1,4}(?:\.\d{1,4})?(?:\/|$)/;

const firstMatch = (
  text: string,
  expressions: readonly RegExp[],
  mayBegin: (before: string) => boolean,
): string | null => {
  for (const expression of expressions) {
    const match = expression.exec(text);
    const version = match === null ? null : namedVersion(match[1] ?? '');
    if (match !== null && version !== null && mayBegin(text.slice(0, text.indexOf(match[1] ?? '', match.index))))
      return version;
  }
  return null;
};

/** Packages whose name is also a common word, which people use for their own files. */
const words: ReadonlySet<string> = new Set(['chart', 'next', 'pdf', 'scheduler', 'three', 'video']);

/** A file or folder that is named after a package and a version of three numbers; builds of jQuery UI's own site end in `.custom`. */
function namedAs(part: string): { name: string; version: string } | null {
  const plain = part.replace(/^(jquery-ui-\d{1,2}\.\d{1,2}\.\d{1,2})\.custom(?=[./-]|$)/i, '$1');
  const [, name = '', text = ''] =
    /^([a-z][\w.-]{0,40}?)[-._@]v?(\d{1,4}\.\d{1,3}\.\d{1,3}.{0,60})$/i.exec(plain) ?? [];
  const version = namedVersion(text);
  return version === null ? null : { name: packageOf(name), version };
}

/** The package that a file is named after. */
const packageOf = (name: string): string => name.toLowerCase().replace(/(?:[.-](?:min|slim)|\.(?:bundle|m?js))+$/, '');

/** The version in the name of a file, or of a folder with a file of the same package. */
function versionNamed(path: readonly string[], packages: readonly string[]): string | null {
  const [file = '', ...folders] = path.toReversed();
  const known = packages.filter((one) => !words.has(one));
  const own = namedAs(withoutHash(file).replace(/\.m?js$/i, ''));
  if (own !== null && /\.m?js$/i.test(file) && known.includes(own.name)) return own.version;
  if (!known.includes(packageOf(file))) return null;
  return folders.map(namedAs).find((one) => one !== null && known.includes(one.name))?.version ?? null;
}

/** Files that jsDelivr combines into one script, each with its own address. */
function combined(address: string): string[] {
  const [, parts] = new RegExp(`^https?:\\/\\/${jsDelivr}\\/combine\\/(.+)$`).exec(address) ?? [];
  return parts === undefined ? [address] : parts.split(',').map((part) => `https://cdn.jsdelivr.net/${part}`);
}

/** Libraries that the address of a script names with their version. */
export function librariesByUrl(url: string, libraries: readonly Library[]): FoundLibrary[] {
  if (url.length > maxUrl || !/^https?:/.test(url)) return [];
  const [whole = ''] = url.split(/[?#]/);
  return combined(whole).flatMap((address) => librariesAt(address, libraries));
}

function librariesAt(address: string, libraries: readonly Library[]): FoundLibrary[] {
  const file = address.slice(address.lastIndexOf('/') + 1);
  const delivered = deliveredBy(address);
  // A file on a private site that is named after a library has a number of its own.
  const isOwned = delivered?.name.includes('/') === true;
  const path = address.split('/').slice(3);
  return addressedOf(libraries).flatMap(({ library: { name, packages }, urls, files }) => {
    const isDelivered = delivered !== null && (packages.includes(delivered.name) || name === delivered.name);
    // A number above a file is that of the library where its name stands above it: others number their own releases so.
    const isNamed = (before: string): boolean =>
      [name, ...packages].some((one) => before.toLowerCase().includes(one.toLowerCase()));
    const version = isDelivered
      ? namedVersion(delivered.version)
      : (firstMatch(withoutHash(file), files, () => true) ??
        (ofRange.test(address) || isOwned ? null : firstMatch(address, urls, isNamed)) ??
        versionNamed(isOwned ? [file] : path, packages));
    if (version === null) return [];
    return [{ name, version, by: 'url' as const, quote: file.slice(0, 120) }];
  });
}
