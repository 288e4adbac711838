import type { FoundLibrary } from './detect.ts';
import { compiled } from './expression.ts';
import type { Library } from './table.ts';
import { namedVersion, withoutHash } from './version.ts';

/** Longer addresses are not looked at. */
const maxUrl = 1_024;

/**
 * Addresses by which delivery networks name package and version: npm's form, where one or two numbers stand for the latest
 * release that begins so, and the forms of cdnjs, Google and jQuery.
 */
const deliveries: readonly RegExp[] = [
  /^https?:\/\/cdn\.jsdelivr\.net\/gh\/[\w.-]{1,60}\/([\w.-]{1,60})@v?(\d{1,4}\.\d{1,4}\.\d[\w.+-]{0,40})(?:\/|$)/,
  /^https?:\/\/(?:cdn\.jsdelivr\.net\/npm|unpkg\.com|esm\.sh)\/((?:@[\w.-]{1,40}\/)?[\w.-]{1,60})@v?(\d{1,4}\.\d{1,4}\.\d[\w.+-]{0,40})(?:\/|$)/,
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

function deliveredBy(url: string): { name: string; version: string } | null {
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

/** What jsDelivr joins into one script, each by an address of its own. */
function combined(address: string): string[] {
  const [, parts] = /^(?:https?:\/\/cdn\.jsdelivr\.net)\/combine\/(.+)$/.exec(address) ?? [];
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
  return addressedOf(libraries).flatMap(({ library: { name, packages }, urls, files }) => {
    const isDelivered = delivered !== null && (packages.includes(delivered.name) || name === delivered.name);
    // A number above a file is that of the library where its name stands above it: others number their own releases so.
    const isNamed = (before: string): boolean =>
      [name, ...packages].some((one) => before.toLowerCase().includes(one.toLowerCase()));
    const version = isDelivered
      ? namedVersion(delivered.version)
      : (firstMatch(withoutHash(file), files, () => true) ??
        (ofRange.test(address) ? null : firstMatch(address, urls, isNamed)));
    if (version === null) return [];
    return [{ name, version, by: 'url' as const, quote: file.slice(0, 120) }];
  });
}
