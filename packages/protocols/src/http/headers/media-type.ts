import { type HeaderLines, isToken, listedValues, splitUnquoted, unquote } from './header-list.ts';
import type { Parsed } from './parsed.ts';

/** A media type (RFC 9110 section 8.3.1): names in lower case, parameter values unquoted. */
export interface MediaType {
  /** type/subtype */
  essence: string;
  parameters: ReadonlyMap<string, string>;
}

function parametersOf(elements: readonly string[]): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const element of elements) {
    const equals = element.indexOf('=');
    const name = element.slice(0, Math.max(0, equals)).toLowerCase();
    const value = unquote(element.slice(equals + 1));
    // MIME Sniffing, "parse a MIME type": malformed parameters are skipped, the first of a name counts.
    if (isToken(name) && value !== '' && !parameters.has(name)) parameters.set(name, value);
  }
  return parameters;
}

/**
 * Whether a browser shows content of this type as a document that can hold scripts and controls: HTML and XML (SVG is
 * XML), or no readable type at all, which leaves the choice to sniffing.
 */
export const isMarkup = (type: MediaType | null): boolean =>
  type === null || type.essence === 'text/html' || /^(?:text|application)\/xml$|\+xml$/.test(type.essence);

/** Reads one media type; null where type or subtype is not a token. */
export function parseMediaType(text: string): MediaType | null {
  const [essence = '', ...rest] = splitUnquoted(text, ';');
  const [type = '', subtype = '', ...more] = essence.split('/');
  if (!isToken(type) || !isToken(subtype) || more.length > 0) return null;
  return { essence: essence.toLowerCase(), parameters: parametersOf(rest) };
}

/** The media type a browser takes from Content-Type: the last valid one, which inherits a charset of its own kind (Fetch, "extract a MIME type"). */
export function parseContentType(lines: HeaderLines): Parsed<MediaType | null> {
  const problems: string[] = [];
  let current: MediaType | null = null;
  for (const text of listedValues(lines, 'Content-Type')) {
    const next = parseMediaType(text);
    if (next === null) problems.push(`"${text}" is not a media type`);
    else if (next.essence !== '*/*') current = inherit(current, next);
  }
  return { value: current, problems };
}

function inherit(previous: MediaType | null, next: MediaType): MediaType {
  const charset = previous?.parameters.get('charset');
  if (charset === undefined || previous?.essence !== next.essence || next.parameters.has('charset')) return next;
  return { essence: next.essence, parameters: new Map([...next.parameters, ['charset', charset]]) };
}
