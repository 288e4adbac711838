import { type HeaderLines, isToken, listedValues, trimOws, unquote } from './header-list.ts';
import type { Parsed } from './parsed.ts';

/** Directive names in lower case to their arguments; null for a directive without one. */
export type CacheControl = ReadonlyMap<string, string | null>;

/** Reads Cache-Control (RFC 9111 section 5.2): of a repeated directive the first counts, which section 4.2.1 allows. */
export function parseCacheControl(lines: HeaderLines): Parsed<CacheControl> {
  const directives = new Map<string, string | null>();
  const problems: string[] = [];
  for (const element of listedValues(lines, 'Cache-Control').filter((text) => text !== '')) {
    const equals = element.indexOf('=');
    const name = trimOws(equals === -1 ? element : element.slice(0, equals)).toLowerCase();
    if (!isToken(name)) problems.push(`"${element}" is not a directive`);
    else if (directives.has(name)) problems.push(`${name} is repeated`);
    else directives.set(name, equals === -1 ? null : unquote(trimOws(element.slice(equals + 1))));
  }
  return { value: directives, problems };
}
