import { developmentWords, internalWords } from './host-words.data.ts';

/** The words that a label is made of: letters between hyphens and digits. */
const wordsOf = (label: string): string[] => label.toLowerCase().split(/[^a-z]+/);

const wordIn = (name: string, words: ReadonlySet<string>): string | null =>
  wordsOf(name.split('.')[0] ?? '').find((word) => words.has(word)) ?? null;

/** The word in the first label of a name that tells a host of developers or administrators; null: none. */
export const developmentWord = (name: string): string | null => wordIn(name, developmentWords);

/** The word in the first label of a name that tells a product or an internal host; null: none. */
export const internalWord = (name: string): string | null =>
  wordIn(name, internalWords) ?? wordIn(name, developmentWords);
