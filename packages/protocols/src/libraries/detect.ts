import { redactText } from '../html/redact-text.ts';
import { namesAnotherWork } from './banner.ts';
import { compiled } from './expression.ts';
import type { Library, Mark } from './table.ts';
import { trimmedVersion, vendorBuild } from './version.ts';

/** A library that was recognised. */
export interface FoundLibrary {
  name: string;
  version: string;
  /** url: by the address alone; banner: by the comment at the beginning of the file; code: by the rest of the file, or by its hash. */
  by: 'url' | 'banner' | 'code';
  /** The evidence, at most 120 characters, with everything that looks like a secret masked. */
  quote: string;
}

/** Maximum length of a script that is searched: all that is read of one. */
export const searchedCharacters = 1024 * 1024;
/** Characters at the beginning of a file in which a banner counts as such. */
const bannerCharacters = 4_096;
/** Bundles have a literal such as `version` hundreds of times, so that the characters matched for one mark are limited. */
const maxMatchedCharacters = 60_000;
const fewestHits = 20;
/** Versions of one library that a bundle may hold. */
const maxVersions = 4;
const maxQuote = 120;
/** Libraries of one text: no honest bundle has more. */
const maxFound = 40;

const isVersion = (text: string): boolean => /^\d[\w.+-]{0,99}$/.test(text) && /\d\.\d|^\d{1,4}$/.test(text);

const expressions = new WeakMap<Mark, RegExp>();

function expressionOf(mark: Mark): RegExp {
  const known = expressions.get(mark) ?? compiled(mark.expression, '');
  expressions.set(mark, known);
  return known;
}

/** The version that a match shows; null where it is none. */
function versionIn(match: RegExpExecArray, replacement: string | undefined): string | null {
  const text =
    replacement?.replaceAll(/\$(\d)/g, (_all, group: string) => match[Number(group)] ?? '') ?? match[1] ?? '';
  const version = trimmedVersion(text);
  return isVersion(version) ? version : null;
}

/** The text around the version; masked before it is cut, so that no half of a secret is left. */
function quoteOf(window: string, match: RegExpExecArray, version: string): string {
  const found = window.indexOf(version, match.index);
  const at = found === -1 ? match.index : Math.max(match.index, found - 60);
  const most = found === -1 ? at + maxQuote : found + version.length + 2;
  return redactText(window)
    .slice(at, Math.min(match.index + match[0].length, most))
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, maxQuote);
}

/** Length of the context that tells whose banner a version belongs to. */
const bannerContext = 120;

/** Whether the text around a version, from where its match begins, names another work. */
function isOfAnother(text: string, at: number, match: string, version: string): boolean {
  const behind = match.indexOf(version);
  if (behind === -1) return false;
  const end = at + behind + version.length;
  const before = match.startsWith('/*') ? '' : text.slice(Math.max(0, at - bannerContext), at);
  return namesAnotherWork(before, text.slice(end, end + bannerContext));
}

interface Hit extends Omit<FoundLibrary, 'name' | 'by'> {
  at: number;
}

/** The places at which a mark shows a version, the first of each version. */
function hitsOf(text: string, mark: Mark): Hit[] {
  const maxHits = Math.max(fewestHits, Math.floor(maxMatchedCharacters / (mark.before + mark.after)));
  const found = new Map<string, Hit>();
  for (const literal of mark.literals) {
    let at = text.indexOf(literal);
    for (let hits = 0; at !== -1 && hits < maxHits && found.size < maxVersions; hits += 1) {
      const start = Math.max(0, at - mark.before);
      const window = text.slice(start, at + mark.after);
      const match = expressionOf(mark).exec(window);
      const version = match === null ? null : versionIn(match, mark.replacement);
      if (
        match !== null &&
        version !== null &&
        !found.has(version) &&
        !isOfAnother(text, start + match.index, match[0], version)
      )
        found.set(version, { at: start + match.index, version, quote: quoteOf(window, match, version) });
      at = text.indexOf(literal, at + literal.length);
    }
  }
  return [...found.values()];
}

/** Versions of one library in a text: a bundle may hold several, and the marks of one build agree. */
function* foundOf(text: string, { name, marks }: Library): Generator<void, FoundLibrary[]> {
  const found = new Map<string, FoundLibrary>();
  for (const mark of marks) {
    const hits = hitsOf(text, mark);
    yield;
    for (const { at, version, quote } of hits) {
      const by = at < bannerCharacters ? 'banner' : 'code';
      if (found.get(version)?.by !== 'banner') found.set(version, { name, version, by, quote });
    }
  }
  // Third-party builds keep the number of the release in some places.
  const builds = [...found.keys()].filter((version) => vendorBuild(version) !== null);
  return [...found.values()].filter(
    ({ version }) => !builds.some((build) => build !== version && build.startsWith(version)),
  );
}

/** A script that is searched, with the SHA-1 of its file in hex where it is one. */
export interface SearchedScript {
  text: string;
  sha1?: string;
}

/** Finds libraries in a script by their marks, one mark per step: the caller may do other work between two. */
export function* librariesIn(
  { text, sha1 }: SearchedScript,
  libraries: readonly Library[],
): Generator<void, FoundLibrary[]> {
  const searched = text.slice(0, searchedCharacters);
  const found: FoundLibrary[] = [];
  for (const library of libraries) {
    const version = sha1 === undefined ? undefined : library.hashes?.[sha1];
    if (version !== undefined) found.push({ name: library.name, version, by: 'code', quote: `SHA-1 ${sha1}` });
    else found.push(...(yield* foundOf(searched, library)));
    if (found.length >= maxFound) break;
  }
  return found.slice(0, maxFound);
}
