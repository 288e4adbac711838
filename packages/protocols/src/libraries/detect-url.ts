import type { FoundLibrary } from './detect.ts';
import { compiled } from './expression.ts';
import type { Library } from './table.ts';
import { trimmedVersion } from './version.ts';

/** Longer addresses are not looked at. */
const maxUrl = 1_024;

/** Addresses by which delivery networks name package and version: npm's form, and that of cdnjs and Google. */
const deliveries: readonly RegExp[] = [
  /^https?:\/\/(?:cdn\.jsdelivr\.net\/npm|unpkg\.com|esm\.sh)\/((?:@[\w.-]{1,40}\/)?[\w.-]{1,60})@v?(\d[\w.+-]{0,40})(?:\/|$)/,
  /^https?:\/\/(?:cdnjs\.cloudflare\.com|ajax\.googleapis\.com)\/ajax\/libs\/([\w.-]{1,60})\/v?(\d[\w.+-]{0,40})\//,
];

/** Names of cdnjs and Google that are no names of packages. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['twitter-bootstrap', 'bootstrap'],
  ['jqueryui', 'jquery-ui'],
  ['angularjs', 'angularjs'],
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

const firstMatch = (text: string, expressions: readonly RegExp[]): string | null => {
  for (const expression of expressions) {
    const version = expression.exec(text)?.[1];
    if (version !== undefined) return trimmedVersion(version);
  }
  return null;
};

/** Libraries that the address of a script names with their version. */
export function librariesByUrl(url: string, libraries: readonly Library[]): FoundLibrary[] {
  if (url.length > maxUrl || !/^https?:/.test(url)) return [];
  const [address = ''] = url.split(/[?#]/);
  const file = address.slice(address.lastIndexOf('/') + 1);
  const delivered = deliveredBy(address);
  return addressedOf(libraries).flatMap(({ library: { name, packages }, urls, files }) => {
    const isDelivered = delivered !== null && (packages.includes(delivered.name) || name === delivered.name);
    const version = isDelivered
      ? trimmedVersion(delivered.version)
      : (firstMatch(file, files) ?? firstMatch(address, urls));
    if (version === null || !/^\d/.test(version)) return [];
    return [{ name, version, by: 'url' as const, quote: file.slice(0, 120) }];
  });
}
