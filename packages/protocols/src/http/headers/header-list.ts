/** Header lines in wire order, duplicates kept, values without surrounding white space. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** The lines of one header; field names are case-insensitive (RFC 9110 section 5.1). */
export function headerLines(lines: HeaderLines, name: string): HeaderLines {
  const wanted = name.toLowerCase();
  // Most names differ in length, and every check of every response looks at them.
  return lines.filter(([candidate]) => candidate.length === wanted.length && candidate.toLowerCase() === wanted);
}

/** Every value of one header, in wire order. */
export const headerValues = (lines: HeaderLines, name: string): string[] =>
  headerLines(lines, name).map(([, value]) => value);

/** All values of one header as the single value that they mean together (RFC 9110 section 5.3); null where it is absent. */
export function combinedValue(lines: HeaderLines, name: string): string | null {
  const values = headerValues(lines, name);
  return values.length === 0 ? null : values.join(', ');
}

/** Whether a character is optional white space (RFC 9110 section 5.6.3). */
export const isOws = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** Strips optional white space, space and tab alone; a regular expression would take quadratic time on a run of them. */
export function trimOws(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isOws(text[start])) start += 1;
  while (end > start && isOws(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** Splits at a delimiter outside quoted strings (RFC 9110 section 5.6.4); elements are trimmed, empty ones kept. */
export function splitUnquoted(text: string, delimiter: ',' | ';'): string[] {
  const elements: string[] = [];
  let start = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') quoted = !quoted;
    else if (quoted && character === '\\') index += 1;
    else if (!quoted && character === delimiter) {
      elements.push(trimOws(text.slice(start, index)));
      start = index + 1;
    }
  }
  return [...elements, trimOws(text.slice(start))];
}

/** A header's values as a browser reads lists: combined, then split at commas (Fetch, "get, decode, and split"). */
export function listedValues(lines: HeaderLines, name: string): string[] {
  const combined = combinedValue(lines, name);
  return combined === null ? [] : splitUnquoted(combined, ',');
}

/** The text of a quoted-string; anything else unchanged (RFC 9110 section 5.6.4). */
export function unquote(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replaceAll(/\\([\s\S])/g, '$1');
}

/** Whether a text is a token (RFC 9110 section 5.6.2). */
export const isToken = (text: string): boolean => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
