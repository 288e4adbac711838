import { headerValues, type HeaderLines, isToken, splitUnquoted, trimOws, unquote } from '../headers/header-list.ts';
import type { Parsed } from '../headers/parsed.ts';

/** What a host asks browsers to remember (RFC 6797 section 6.1). */
export interface StrictTransportSecurity {
  maxAgeSeconds: number;
  includeSubDomains: boolean;
  preload: boolean;
}

/** A directive: its name in lower case, and its value where it has one; null where it breaks the grammar. */
function readDirective(text: string): { name: string; value: string | null } | null {
  const equals = text.indexOf('=');
  const name = trimOws(equals === -1 ? text : text.slice(0, equals)).toLowerCase();
  if (equals === -1) return isToken(name) ? { name, value: null } : null;
  const value = trimOws(text.slice(equals + 1));
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  return isToken(name) && (isQuoted || isToken(value)) ? { name, value: unquote(value) } : null;
}

/** Why browsers drop the whole header; null where they do not. */
function flawOf(directives: ReadonlyMap<string, string | null>): string | null {
  const maxAge = directives.get('max-age');
  if (maxAge === undefined) return 'max-age is missing';
  if (maxAge === null || !/^\d+$/.test(maxAge)) return 'max-age is not a number';
  return typeof directives.get('includesubdomains') === 'string' ? 'includeSubDomains takes no value' : null;
}

/**
 * Reads Strict-Transport-Security as browsers do: the first line alone counts (RFC 6797 section 8.1), and one directive
 * that breaks the grammar or is repeated voids it (section 6.1). Null where it is absent or void.
 */
export function parseStrictTransportSecurity(lines: HeaderLines): Parsed<StrictTransportSecurity | null> {
  const [first, ...ignored] = headerValues(lines, 'Strict-Transport-Security');
  if (first === undefined) return { value: null, problems: [] };
  const problems = ignored.length === 0 ? [] : ['Lines after the first are ignored'];
  const directives = new Map<string, string | null>();
  for (const text of splitUnquoted(first, ';').filter((element) => element !== '')) {
    const directive = readDirective(text);
    if (directive === null) return { value: null, problems: [...problems, `"${text}" is not a directive`] };
    if (directives.has(directive.name))
      return { value: null, problems: [...problems, `${directive.name} is repeated`] };
    directives.set(directive.name, directive.value);
  }
  const flaw = flawOf(directives);
  if (flaw !== null) return { value: null, problems: [...problems, flaw] };
  return {
    value: {
      maxAgeSeconds: Math.min(Number(directives.get('max-age')), Number.MAX_SAFE_INTEGER),
      includeSubDomains: directives.has('includesubdomains'),
      preload: directives.get('preload') === null,
    },
    problems,
  };
}
