/** The letters that stand for facts of a message (RFC 7208 section 7.2); c, r and t only in explanations. */
export type MacroLetter = 's' | 'l' | 'o' | 'd' | 'i' | 'p' | 'h' | 'c' | 'r' | 't' | 'v';

/** One piece of a macro string: text as it stands, or a letter with its transformers. */
export type MacroPart =
  | { kind: 'text'; text: string }
  | {
      kind: 'letter';
      letter: MacroLetter;
      /** An upper-case letter: the value is escaped as in a URL. */
      escaped: boolean;
      /** How many of the right-most labels stay; null for all. */
      keep: number | null;
      reversed: boolean;
      /** The characters at which the value is split. */
      delimiters: string;
    };

/** Where a macro string stands: in a domain the letters c, r and t are not allowed. */
export type MacroPlace = 'domain' | 'explanation';

const expansion = /%(?:\{([a-z])(\d*)(r?)([-.+,/_=]*)\}|[%_-])/iy;
/** RFC 7208 section 7.1: visible ASCII without the percent sign; an explanation may also hold spaces. */
const literal: Readonly<Record<MacroPlace, RegExp>> = {
  domain: /[!-$&-~]+/y,
  explanation: /[ -$&-~]+/y,
};
const letters: Readonly<Record<MacroPlace, string>> = { domain: 'slodiphv', explanation: 'slodiphvcrt' };
/** What the three short forms stand for (RFC 7208 section 7.3). */
const shortForms: Readonly<Record<string, string>> = { '%%': '%', '%_': ' ', '%-': '%20' };

const isLetter = (letter: string, place: MacroPlace): letter is MacroLetter => letters[place].includes(letter);

function readAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function letterPart(match: RegExpExecArray, place: MacroPlace): MacroPart | null {
  const [, written = '', digits = '', reverse = '', delimiters = ''] = match;
  const letter = written.toLowerCase();
  const keep = digits === '' ? null : Number(digits);
  if (!isLetter(letter, place) || keep === 0) return null;
  return { kind: 'letter', letter, escaped: written !== letter, keep, reversed: reverse !== '', delimiters };
}

/** Reads a macro string (RFC 7208 section 7.1); null where it breaks the grammar. */
export function parseMacros(text: string, place: MacroPlace): MacroPart[] | null {
  const parts: MacroPart[] = [];
  for (let at = 0; at < text.length;) {
    const plain = readAt(literal[place], text, at);
    const match = plain ?? readAt(expansion, text, at);
    if (match === null) return null;
    const short = shortForms[match[0]];
    const part = plain !== null || short !== undefined ? textPart(short ?? match[0]) : letterPart(match, place);
    if (part === null) return null;
    parts.push(part);
    at += match[0].length;
  }
  return parts;
}

const textPart = (text: string): MacroPart => ({ kind: 'text', text });

/** RFC 3986 section 2.3: all but the unreserved characters are escaped. */
const escapeUrl = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Splits, reverses and cuts a value as the transformers say, and joins it with dots (RFC 7208 section 7.3). */
function transform(value: string, part: MacroPart & { kind: 'letter' }): string {
  const separators = part.delimiters === '' ? '.' : part.delimiters;
  const labels = [''];
  for (const character of value) {
    if (separators.includes(character)) labels.push('');
    else labels.push((labels.pop() ?? '') + character);
  }
  const ordered = part.reversed ? labels.toReversed() : labels;
  const kept = part.keep === null ? ordered : ordered.slice(-part.keep);
  return part.escaped ? escapeUrl(kept.join('.')) : kept.join('.');
}

/** Writes out a macro string with the values of its letters. */
export const expandMacros = (parts: readonly MacroPart[], values: Readonly<Record<MacroLetter, string>>): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : transform(values[part.letter], part))).join('');

/** The letters that a macro string uses. */
export const lettersOf = (parts: readonly MacroPart[]): Set<MacroLetter> =>
  new Set(parts.flatMap((part) => (part.kind === 'letter' ? [part.letter] : [])));
