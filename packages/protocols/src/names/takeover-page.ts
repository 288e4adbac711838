import { Simhash } from '../html/document/simhash.ts';
import { readTokens } from '../html/tokens.ts';
import { shortestMark, type TakeoverService } from './takeover-table.ts';

/** Quotes, dashes and spaces in their plainest form: services write the same sentence in many ways. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\u2018\u2019\u201B\u02BC\u2032\u00B4`]/g, "'")
    .replaceAll(/[\u201C-\u201F\u2033]/g, '"')
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .replaceAll('\u2026', '...')
    .replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Elements within a sentence: nothing stands between them and the text beside them. */
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code em font i kbd mark q s samp small span strong sub sup tt u var wbr'.split(' '),
);
const unread: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'iframe', 'noembed', 'noframes']);

/** The text of a page as visitors read it: references decoded, without tags, scripts and styles. */
export function visibleText(html: string): string {
  const pieces: string[] = [];
  const onTag = (name: string): void => {
    if (!inline.has(name)) pieces.push(' ');
  };
  const reader = readTokens({
    onStartTag: ({ name }) => {
      onTag(name);
      return true;
    },
    onEndTag: onTag,
    onText: (_, text) => pieces.push(text),
    onRawText: (element, text) => {
      if (!unread.has(element)) pieces.push(text);
    },
    isForeign: () => false,
  });
  reader.write(html);
  reader.end();
  return plain(pieces.join(''));
}

/**
 * The mark of a service that a page shows, compared as visitors read it; null: none. Marks with tags are compared with the source too,
 * other marks are not: the scripts and attributes of each page of a service may hold the texts of all its errors.
 */
export function markIn(html: string, { marks }: Pick<TakeoverService, 'marks'>): string | null {
  const shown = visibleText(html);
  const source = plain(html);
  const shows = (mark: string): boolean => {
    const text = visibleText(mark);
    if (text === plain(mark)) return shown.includes(text);
    return source.includes(plain(mark)) || (text.length >= shortestMark && shown.includes(text));
  };
  return marks.find(shows) ?? null;
}

/** Whether visitors read the mark: what a script or an attribute alone holds is no text of the page. */
export const isShown = (html: string, mark: string): boolean => visibleText(html).includes(visibleText(mark));

/** Numbers of requests, times and the like: words with a digit, and which half of the day it is. */
const changing = /[\w+/=:.-]*\d[\w+/=:.-]*(?:\s[ap]m\b)?/g;

/**
 * A fingerprint of the text of a page by which pages of a service are compared: without the names that were asked and their first
 * labels, which are those of every page that is compared, and without what changes with each request.
 */
export function pageHash(html: string, names: readonly string[]): string {
  let text = visibleText(html).toLowerCase();
  const shown = new Set(names.flatMap((name) => [name, name.replace(/\..*$/, '')]).map((name) => name.toLowerCase()));
  for (const name of [...shown].toSorted((a, b) => b.length - a.length))
    text = text.replaceAll(new RegExp(`(?<![\\w-])${name.replaceAll(/\W/g, String.raw`\$&`)}(?![\\w-])`, 'g'), ' ');
  const simhash = new Simhash();
  simhash.add(text.replaceAll(changing, ' '));
  return simhash.digest();
}

/**
 * The longest part of a mark that pages spell in one way: without quotes, dashes and what HTML writes as a reference, so that a
 * search for it finds it in the page as it is sent.
 */
export const searchedPart = (mark: string): string =>
  mark
    .split(/['"&<>`\u2010-\u201F\u2026\u2032\u2033\u00A0\u00B4]/)
    .map((part) => part.trim())
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
