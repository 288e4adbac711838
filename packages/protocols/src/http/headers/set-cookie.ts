import { trimOws } from './header-list.ts';
import type { Parsed } from './parsed.ts';

/** A cookie as a Set-Cookie line asks for it, before any rule about domain, path or prefix is applied. */
export interface SetCookie {
  name: string;
  value: string;
  /** Attribute names in lower case to their values, empty where there is none: the last of a name counts. */
  attributes: ReadonlyMap<string, string>;
}

/** RFC 10025 section 5.6, steps 6 and 7: longest name with value, longest attribute value, in octets. */
const maxPairBytes = 4096;
export const maxAttributeBytes = 1024;

/** Whether a line has a control other than the tab, which voids it (step 1); readers of messages write NUL as U+FFFD. */
// oxlint-disable-next-line no-control-regex -- controls are what is looked for
export const hasControl = (line: string): boolean => /[\0-\x08\x0a-\x1f\x7f\ufffd]/.test(line);

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** The two sides of an equals sign, without the blanks around them. */
export interface CookiePair {
  name: string;
  value: string;
}

/** The pieces of a line or of a Cookie field, as they stand: the cookie, and its attributes. */
export function splitCookie(line: string): { cookie: string; attributes: string[] } {
  const [cookie = '', ...attributes] = line.split(';');
  return { cookie, attributes };
}

function pairOf(text: string): CookiePair | null {
  const equals = text.indexOf('=');
  return equals === -1 ? null : { name: trimOws(text.slice(0, equals)), value: trimOws(text.slice(equals + 1)) };
}

/** The cookie itself: without an equals sign, everything is its value. */
export const readCookiePair = (text: string): CookiePair => pairOf(text) ?? { name: '', value: trimOws(text) };

/** An attribute, its name in lower case: without an equals sign, everything is its name. */
export function readCookieAttribute(text: string): CookiePair {
  const { name, value } = pairOf(text) ?? { name: trimOws(text), value: '' };
  return { name: name.toLowerCase(), value };
}

/** Whether browsers read an attribute. */
export const isTakenAttribute = ({ name, value }: CookiePair): boolean =>
  name !== '' && byteLength(value) <= maxAttributeBytes;

/** Whether a cookie has neither a name nor a value, or too much of them. */
export function pairProblem({ name, value }: CookiePair): 'empty' | 'too-large' | null {
  if (name === '' && value === '') return 'empty';
  return byteLength(name) + byteLength(value) > maxPairBytes ? 'too-large' : null;
}

const problemTexts = {
  empty: 'The cookie has neither a name nor a value',
  'too-large': `Name and value are longer than ${maxPairBytes} octets`,
};

/** Reads one Set-Cookie line (RFC 10025 section 5.6); null for a cookie that a browser would not take at all. */
export function parseSetCookie(line: string): Parsed<SetCookie | null> {
  if (hasControl(line)) return { value: null, problems: ['The line holds a control character'] };
  const { cookie, attributes } = splitCookie(line);
  const pair = readCookiePair(cookie);
  const problem = pairProblem(pair);
  if (problem !== null) return { value: null, problems: [problemTexts[problem]] };
  const taken = attributes.map(readCookieAttribute).filter(isTakenAttribute);
  const value = { ...pair, attributes: new Map(taken.map((one) => [one.name, one.value])) };
  return { value, problems: pair.name === '' ? ['The cookie has no name'] : [] };
}
