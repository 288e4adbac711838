/** A version in parts: numbers, and the labels after them. */
interface Version {
  numbers: readonly number[];
  /** Words of a version before the release (rc.1), or null. */
  before: readonly (number | string)[] | null;
}

/** Words of versions that come before the release. */
const early = /^(?:alpha|beta|rc|pre|preview|dev|next|canary|snapshot|nightly|experimental|a|b|m)(?![a-z])/;

/** Words of file names that are no part of the version. */
const fileWords =
  '[._-](?:min|slim|js|mjs|gz|pack|packed|compressed|pkgd|bundle|all|full|prod|umd|core|lite|esm|cjs|global|common|runtime|dist)';
const ofFiles = new RegExp(`${fileWords}$`, 'i');

/** A version as written in a text, without the rest of the file name. */
export function trimmedVersion(text: string): string {
  let version = text.replace(/[._-]+$/, '');
  for (let next = version.replace(ofFiles, ''); next !== version; next = version.replace(ofFiles, '')) version = next;
  return version;
}

function suffixOf(version: string): string {
  const numbers = /^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '';
  return version.slice(numbers.length).replace(/^[.\-_]/, '');
}

/**
 * Two to four numbers between points: what all libraries of the list number their releases with. None of them has more than three
 * digits, and none behind a point begins with a zero (semantic versioning, section 2), as counters and dates do.
 */
const release = /^(\d{1,3}(?:\.(?:0|[1-9]\d{0,2})(?!\d)){1,3})(.*)$/s;
/** Words before a release, spelt out: single letters with digits are hexadecimal, too. */
const beforeRelease =
  /^[-._]?(?:alpha|beta|rc|pre|preview|dev|next|canary|snapshot|nightly|experimental)(?:[.-]?\d{1,4}){0,3}$/i;
/** A hash of the content in hexadecimal digits, or as Vite and Rollup write it: eight characters in both cases, with a digit. */
const hash =
  '(?:(?=[0-9a-fA-F]*\\d|[0-9a-fA-F]{8})[0-9a-fA-F]{6,64}|(?=[\\w-]{0,7}\\d)(?=[\\w-]{0,7}[a-z])(?=[\\w-]{0,7}[A-Z])[\\w-]{8})';
/** Build tools put it between the version and the ending. */
const contentHash = new RegExp(`^(?:${fileWords}){0,4}[-._]${hash}$`);
const threeNumbers = '\\d{1,4}\\.\\d{1,3}\\.\\d{1,3}';

/** Where a file has a hash beside its version: behind it, before it, or before the name. */
const hashBeside: readonly RegExp[] = [
  new RegExp(`(?<=[-._]v?${threeNumbers}(?:${fileWords}){0,4})[-._~]${hash}(?=(?:${fileWords}){1,4}$)`),
  new RegExp(`(?<=^[A-Za-z][A-Za-z.]{0,40})[-._~]${hash}(?=[-._]${threeNumbers}(?:${fileWords}){1,4}$)`),
  new RegExp(`^${hash}[-._~](?=[A-Za-z])`),
];

/** The name of a file without a hash of its content beside a version of three numbers. */
export const withoutHash = (file: string): string =>
  hashBeside.reduce((name, beside) => name.replace(beside, ''), file);

const builds = /^[-._+](?![0-9a-f]+$)[a-z][\w.+-]{0,60}$/i;

/**
 * The version that an address names, without a hash of the content; null for what is none: words of hexadecimal digits
 * (`4.5e1d`, `3e1f2a`), dates and counters. After three numbers a hash can be distinguished from a part of the version; elsewhere it cannot.
 */
export function namedVersion(text: string): string | null {
  const { 1: numbers, 2: rest = '' } = release.exec(trimmedVersion(text)) ?? [];
  if (numbers === undefined) return null;
  if (rest === '' || beforeRelease.test(rest)) return `${numbers}${rest}`;
  if (contentHash.test(rest)) return numbers.split('.').length > 2 ? numbers : null;
  return builds.test(rest) ? `${numbers}${rest}` : null;
}

/** The build that somebody else made of a version, who may have repaired it (`1.12.4-aem`, `-lts`, `+patched`); null: the release itself. */
export function vendorBuild(version: string): string | null {
  const suffix = suffixOf(version);
  if (suffix === '' || (early.test(suffix) && !suffix.includes('+'))) return null;
  return suffix;
}

const wordsOf = (text: string): (number | string)[] =>
  text
    .split(/[.\-_]|(?<=[a-z])(?=\d)/)
    .filter((word) => word !== '')
    .map((word) => (/^\d+$/.test(word) ? Number(word) : word));

function read(version: string): Version {
  const numbers = (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);
  const suffix = suffixOf(version);
  return { numbers, before: early.test(suffix) ? wordsOf(suffix) : null };
}

function compareWords(a: number | string | undefined, b: number | string | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return -1;
  if (b === undefined) return 1;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Compares two versions as semantic versioning does (section 11): below zero where the first is the earlier one. */
export function compareVersions(first: string, second: string): number {
  const [a, b] = [read(first), read(second)];
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at += 1) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.before === null || b.before === null) return Number(a.before === null) - Number(b.before === null);
  for (let at = 0; at < Math.max(a.before.length, b.before.length); at += 1) {
    const order = compareWords(a.before[at], b.before[at]);
    if (order !== 0) return order;
  }
  return 0;
}
