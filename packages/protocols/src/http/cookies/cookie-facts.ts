import { trimOws } from '../headers/header-list.ts';
import {
  type CookiePair,
  hasControl,
  isTakenAttribute,
  maxAttributeBytes,
  pairProblem,
  readCookieAttribute,
  readCookiePair,
  splitCookie,
} from '../headers/set-cookie.ts';
import { type CookieShape, shapeOf } from './cookie-shape.ts';

/** Reasons why a browser drops a cookie for its line alone, regardless of the sender (RFC 10025 sections 5.6 and 5.7). */
export type LineRejection = 'control-character' | 'empty' | 'too-large' | 'nameless-prefix';

/** Stored parts of a Set-Cookie line, without the value: it may be a session. */
export interface CookieFacts {
  /** Empty for a cookie without a name, which browsers keep. */
  name: string;
  /** Attribute names in lower case to their values, empty where there is none; in wire order, duplicates kept. */
  attributes: readonly (readonly [name: string, value: string])[];
  /** The line as sent, the value and everything that is no attribute masked as `<31 characters>`. */
  line: string;
  valueBytes: number;
  shape: CookieShape;
  /** The scheme that it came over. */
  scheme: 'http' | 'https';
  /** Null where the line is one that browsers take. */
  rejection: LineRejection | null;
}

/** Longer lines are cut in evidence, and so are lines with more attributes. */
const maxAttributes = 32;
const maxNameCharacters = 256;

/** Attributes that browsers or their predecessors know; any other may be a piece of the value, as in `a="b; c"`. */
const knownAttributes: ReadonlySet<string> = new Set(
  'comment domain expires httponly max-age partitioned path priority sameparty samesite secure version'.split(' '),
);

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

const masked = (text: string): string => (text === '' ? '' : `<${text.length} characters>`);

/** Misspelt attributes keep their name: `http-only`, `max age`. */
const isNearlyKnown = (name: string): boolean =>
  [...knownAttributes].some((known) => known.replace('-', '') === name.replaceAll(/[-_ ]/g, ''));

/** An unknown attribute loses its value, and its name too, where that is not nearly one that browsers know. */
const storedAttribute = ({ name, value }: CookiePair): readonly [string, string] =>
  knownAttributes.has(name) ? [name, value] : [isNearlyKnown(name) ? name : masked(name), masked(value)];

/** An attribute as it may be stored: as written where browsers know it, masked where it may be a piece of the value. */
export function printAttribute(text: string): string {
  const pair = readCookieAttribute(text);
  if (pair.name === '' || knownAttributes.has(pair.name)) return text;
  const [name, value] = storedAttribute(pair);
  return text.includes('=') ? `${name}=${value}` : name;
}

const storedLineAttribute = (text: string): string => trimOws(printAttribute(text)).slice(0, maxAttributeBytes);

/** RFC 10025 section 5.7: no nameless cookie may look like one with a prefix once it is sent back. */
const looksPrefixed = (value: string): boolean => /^__(?:secure|host|http|host-http)-/i.test(value);

const rejectionOf = (pair: CookiePair): LineRejection | null =>
  pairProblem(pair) ?? (pair.name === '' && looksPrefixed(pair.value) ? 'nameless-prefix' : null);

const printCookie = (text: string, { name, value }: CookiePair): string =>
  text.includes('=') ? `${name.slice(0, maxNameCharacters)}=${masked(value)}` : masked(value);

/** Draws the facts of one Set-Cookie line, before its value is forgotten (RFC 10025 section 5.6). */
export function readCookieFacts(line: string, scheme: CookieFacts['scheme']): CookieFacts {
  const { cookie: pair, attributes: rest } = splitCookie(line);
  const cookie = readCookiePair(pair);
  const attributes = rest
    .map(readCookieAttribute)
    .filter(isTakenAttribute)
    .slice(0, maxAttributes)
    .map(storedAttribute);
  return {
    name: cookie.name.slice(0, maxNameCharacters),
    attributes,
    line: [printCookie(pair, cookie), ...rest.slice(0, maxAttributes).map(storedLineAttribute)].join('; '),
    valueBytes: byteLength(cookie.value),
    shape: shapeOf(cookie.value),
    scheme,
    rejection: hasControl(line) ? 'control-character' : rejectionOf(cookie),
  };
}

/** The value of an attribute; the last of a name counts. Undefined where the line has none. */
export const cookieAttribute = ({ attributes }: CookieFacts, name: string): string | undefined =>
  attributes.findLast(([candidate]) => candidate === name)?.[1];
