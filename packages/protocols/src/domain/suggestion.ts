import { type DomainName, maxInputCharacters, parseDomain } from './name.ts';

/** The rest of a text that names a host somewhere: a URL with or without scheme, an address of mail, a host with a port. */
function hostOf(text: string): string | null {
  // Of schemes with a host, any number of slashes is one (WHATWG URL, "special authority ignore slashes state").
  const withoutScheme = text.replace(/^(?:https?|wss?|ftp):[/\\]*|^[a-z][a-z\d+.-]*:[/\\]{2,}|^mailto:/iu, '');
  const url = `http://${withoutScheme}`;
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/**
 * The domain that a text may mean which is none: the host of a URL, an e-mail address or a host with a port, and the name below a
 * wildcard. It is parsed and can be audited; nothing else of the text is in it, so that no password of a URL is ever repeated.
 */
export function suggestDomain(input: string): DomainName | null {
  if (input.length > maxInputCharacters) return null;
  // Of several names, the first: all of them cannot be audited at once.
  const [first = ''] = input.trim().split(/[\s,;]+/u);
  const text = first.replace(/^[<("']+|[>)"',;]+$/gu, '');
  const host = hostOf(text.replace(/^(?:\*?\.)+/u, ''));
  if (host === null) return null;
  const parsed = parseDomain(host.replace(/^(?:\*?\.)+/u, ''));
  return parsed.ok ? parsed.domain : null;
}
