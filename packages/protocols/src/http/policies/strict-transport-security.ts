import { headerValues, type HeaderLines, isToken, splitUnquoted, trimOws, unquote } from '../headers/header-list.ts';
import type { Parsed } from '../headers/parsed.ts';

/** The policy that a host asks browsers to store (RFC 6797 section 6.1). */
export interface StrictTransportSecurity {
  maxAgeSeconds: number;
  includeSubDomains: boolean;
  preload: boolean;
}

/** The header as browsers read it: a policy, or none and why. */
export interface ReadStrictTransportSecurity extends Parsed<StrictTransportSecurity | null> {
  /** Violations of RFC 6797 in a header that browsers still obey: they ignore unknown parts. */
  deviations: readonly string[];
  /** Directives that RFC 6797 section 6.1 allows behind an empty one, and that Chromium skips with it. */
  lost: readonly string[];
}

/** One directive: its name in lower case, and what follows the name; null where there is no equals sign. */
interface Directive {
  text: string;
  name: string;
  rest: string;
}

function readDirective(text: string): Directive {
  const [name = ''] = /^[^ \t=]*/.exec(text) ?? [];
  return { text, name: name.toLowerCase(), rest: trimOws(text.slice(name.length)) };
}

const known: ReadonlySet<string> = new Set(['max-age', 'includesubdomains']);

/**
 * The directives, and those that Chromium skips: to it an empty one is an unknown one whose value lasts until the next semicolon.
 */
function directivesOf(value: string): { read: Directive[]; skipped: Directive[] } {
  const read: Directive[] = [];
  const skipped: Directive[] = [];
  const elements = splitUnquoted(value, ';');
  for (let index = 0; index < elements.length; index += 1) {
    const text = elements[index] ?? '';
    if (text !== '') read.push(readDirective(text));
    else {
      index += 1;
      const next = elements[index] ?? '';
      if (next !== '') skipped.push(readDirective(next));
    }
  }
  return { read, skipped };
}

const namesRepeated = (directives: readonly Directive[]): string[] => [
  ...new Set(
    directives
      .filter(({ name }, index) => directives.findIndex((other) => other.name === name) < index)
      .map(({ name }) => name),
  ),
];

/** The value of max-age as digits; null where browsers read none. */
function digitsOf({ rest }: Directive): string | null {
  const value = rest.startsWith('=') ? unquote(trimOws(rest.slice(1))) : '';
  return /^\d+$/.test(value) ? value : null;
}

/** Why browsers drop the whole header; null where they do not. */
function flawOf(directives: readonly Directive[], skipped: readonly Directive[]): string | null {
  const maxAge = directives.find(({ name }) => name === 'max-age');
  if (maxAge === undefined) {
    const isSkipped = skipped.some(({ name }) => name === 'max-age');
    return isSkipped ? 'max-age follows an empty directive, with which Chromium skips it' : 'max-age is missing';
  }
  const repeated = namesRepeated(directives).find((name) => known.has(name));
  if (repeated !== undefined) return `${repeated} is repeated`;
  if (digitsOf(maxAge) === null) return 'max-age is not a number';
  const subDomains = directives.find(({ name }) => name === 'includesubdomains');
  return subDomains !== undefined && subDomains.rest !== '' ? 'includeSubDomains takes no value' : null;
}

/** The grammar of RFC 6797 section 6.1: a token, and a token or a quoted-string after an equals sign. */
function followsGrammar({ name, rest }: Directive): boolean {
  if (rest === '') return isToken(name);
  const value = trimOws(rest.slice(1));
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  return isToken(name) && rest.startsWith('=') && (isQuoted || isToken(value));
}

const deviationsOf = (directives: readonly Directive[]): string[] => [
  ...directives.filter((one) => !followsGrammar(one)).map(({ text }) => `"${text}" is not a directive`),
  ...namesRepeated(directives).map((name) => `${name} is repeated`),
];

/**
 * Reads Strict-Transport-Security as Chromium does: the first line alone counts (RFC 6797 section 8.1), max-age and
 * includeSubDomains void it where they are malformed or repeated (section 6.1), and whatever else stands there is skipped, malformed
 * or repeated or not. Null where the header is absent or void.
 */
export function parseStrictTransportSecurity(lines: HeaderLines): ReadStrictTransportSecurity {
  const [first, ...ignored] = headerValues(lines, 'Strict-Transport-Security');
  if (first === undefined) return { value: null, problems: [], deviations: [], lost: [] };
  const problems = ignored.length === 0 ? [] : ['Lines after the first are ignored'];
  const { read, skipped } = directivesOf(first);
  const isLost = ({ name }: Directive): boolean => known.has(name) && read.every((other) => other.name !== name);
  const lost = skipped.filter(isLost).map(({ text }) => text);
  const flaw = flawOf(read, skipped);
  if (flaw !== null) return { value: null, problems: [...problems, flaw], deviations: [], lost };
  const maxAge = read.find(({ name }) => name === 'max-age');
  return {
    value: {
      maxAgeSeconds: Math.min(Number(maxAge === undefined ? 0 : digitsOf(maxAge)), Number.MAX_SAFE_INTEGER),
      includeSubDomains: read.some(({ name }) => name === 'includesubdomains'),
      // Only the preload list reads it, no browser does.
      preload: [...read, ...skipped].some(({ name, rest }) => name === 'preload' && rest === ''),
    },
    problems,
    deviations: deviationsOf([...read, ...skipped]),
    lost,
  };
}
