import { Simhash, simhashDistance } from '../html/document/simhash.ts';

/** Properties by which answers are compared. */
export interface Look {
  status: number;
  type: string;
  sha256: string;
  simhash: string;
  /** Target of a redirect. */
  location: string | null;
  /** The content without what changes with the path or the time. */
  words: ReadonlySet<string>;
}

/** Fingerprint of the text of an answer without its tags and without the requested path: error pages repeat it. */
export function lookHash(text: string, path: string): string {
  const simhash = new Simhash();
  simhash.add(text.replaceAll(path, ' ').replaceAll(/<[^<>]{0,2048}>/g, ' '));
  return simhash.digest();
}

/** A path shifts the end of what is read by its own length, as often as a page repeats it. */
const shiftCharacters = 256;

const wordsIn = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** Words of a text without its tags, the requested path, and words with digits, such as times and tokens. */
export function wordsOf(text: string, path: string, readCharacters: number): ReadonlySet<string> {
  const isCut = text.length >= readCharacters;
  const shown = text.replaceAll(path, ' ').slice(0, isCut ? readCharacters - shiftCharacters : readCharacters);
  const words = wordsIn(shown.replaceAll(/<[^<>]{0,2048}>/g, ' '));
  // The last one may be cut.
  return new Set((isCut ? words.slice(0, -1) : words).filter((word) => !/\d|^$/.test(word)));
}

/** The words that all of them have. */
export const sharedWords = ([first, ...rest]: readonly Look[]): string[] =>
  [...(first?.words ?? [])].filter((word) => rest.every(({ words }) => words.has(word)));

/**
 * Whether an answer has the text of several answers to paths that no site has: all the words that they share, and no others where
 * they share all of theirs. A ban may have the layout and the status of the site's own page. Words of the path do not count.
 */
export function saysTheSame(look: Look, path: string, samples: readonly Look[]): boolean {
  const alike = samples.filter(({ status, type }) => isSameStatus(status, look.status) && type === look.type);
  if (alike.length < 2) return true;
  const all = new Set(alike.flatMap(({ words }) => [...words]));
  const shared = sharedWords(alike);
  const ofPath = new Set(wordsIn(path));
  if (!shared.every((word) => look.words.has(word) || ofPath.has(word))) return false;
  return shared.length < all.size || [...look.words].every((word) => all.has(word) || ofPath.has(word));
}

/** Texts that differ in fewer bits are taken for the same page. */
const maxDistance = 6;

/** Servers send a page whole or in part (RFC 9110 section 14.2). */
const withoutRange = (status: number): number => (status === 206 ? 200 : status);

/** Whether the statuses of two answers mean the same. */
export const isSameStatus = (one: number, other: number): boolean => withoutRange(one) === withoutRange(other);

/** Whether an answer is the site's answer to missing paths. */
export function isAlike(one: Look, other: Look): boolean {
  if (!isSameStatus(one.status, other.status)) return false;
  if (one.location !== null || other.location !== null) return one.location === other.location;
  if (one.sha256 === other.sha256) return true;
  return one.type === other.type && simhashDistance(one.simhash, other.simhash) <= maxDistance;
}
