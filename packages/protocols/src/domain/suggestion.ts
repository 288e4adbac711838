import { writtenName } from './unicode.ts';
import { type DomainName, maxInputCharacters, parseDomain } from './name.ts';

/** The rest of a text that names a host somewhere: a URL with or without scheme, an address of mail, a host with a port. */
function hostOf(text: string): string | null {
  // Of schemes with a host, any number of slashes is one (WHATWG URL, "special authority ignore slashes state").
  const withoutScheme = text.replace(/^(?:https?|wss?|ftp):[/\\]*|^[a-z][a-z\d+.-]*:[/\\]{2,}|^mailto:/iu, '');
  const url = `http://${withoutScheme}`;
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/** A comma or a blank at a dot's place or beside it, two dots in a row, a slash too few, and the dashes of word processors. */
const retyped = (input: string): string =>
  input
    .trim()
    .replace(/\s*(?:\.\s*)+/gu, '.')
    .replace(/^([^\s.,;]+),(?=[^\s,;]+$)/u, '$1.')
    .replace(/^[a-z]{4,5}:?[/\\]{1,2}(?=[^/\\])/iu, 'http://')
    .replace(/\p{Pd}/gu, '-');

/**
 * The domain that an invalid text may mean: the host of a URL, an e-mail address or a host with a port, and the name below a
 * wildcard. It is parsed and can be audited; nothing else of the text is in it, so that no password of a URL is ever repeated.
 */
export function suggestDomain(input: string): DomainName | null {
  if (input.length > maxInputCharacters) return null;
  // Of several names, the first: all of them cannot be audited at once.
  const [first = ''] = retyped(input).split(/[\s,;]+/u);
  const text = first.replace(/^[<"'\p{Ps}\p{Pi}\p{Pf}]+|[>"',;!\p{Pe}\p{Pi}\p{Pf}]+$/gu, '');
  const host = hostOf(text.replace(/^(?:\*?\.)+/u, ''));
  if (host === null) return null;
  const parsed = parseDomain(host.replace(/^(?:\*?\.)+/u, ''));
  return parsed.ok ? parsed.domain : null;
}

/** What follows the sentence that refuses a text: the domain that it may mean. */
export function suggestionText(input: string): string {
  const meant = suggestDomain(input);
  return meant === null ? '' : `. Did you mean ${writtenName(meant.ascii)}?`;
}
