import type { Cause } from './causes.data.ts';
import { wordedCauses } from './worded.data.ts';

// The door for what earlier versions kept in words: no other part of the engine asks a sentence what it means.

/** Names with a dot, except for files that sites provide for machines. */
const names = /(?<![\w-])(?!(?:robots|security)\.txt(?![\w.-]))(?:[\w-]+\.)+[a-z][a-z\d-]*/gi;
/** A server's own words follow its code, or the description of its failure. */
const saidByServer = /((?:with code|:25:) \d{3}\b:? |does not (?:speak SMTP|upgrade): ).*/s;

/**
 * A sentence without text from the other side: a domain may be called registry.example, and a mail server may send any
 * text, and neither shows who hid the answer. Underscore labels are ours.
 */
const ownWords = (sentence: string): string =>
  sentence.replace(saidByServer, '$1').replaceAll(names, (name) => name.replaceAll(/(?<![\w-])(?!_)[\w-]+/g, 'x'));

/** The cause that a sentence of an earlier version meant. */
export function causeOfWords(sentence: string): Cause {
  const words = ownWords(sentence);
  const fits = ([, said]: (typeof wordedCauses)[number]): boolean =>
    said instanceof RegExp
      ? said.test(words)
      : said.some((text) => text.split(/\{\d\}/).every((part) => words.includes(part)));
  return wordedCauses.find(fits)?.[0] ?? 'unnamed';
}

/** The code and values of a failure that an earlier version kept in words: the words are a value where no code reads them. */
export function codedWords(detail: string) {
  const [, host, statuses] = /^(\S+) has no address \(([^)]*)\)$/.exec(detail) ?? [];
  return host === undefined || statuses === undefined
    ? { gap: 'words-kept' as const, values: [detail] }
    : { gap: 'no-address-found' as const, values: [host, statuses] };
}
