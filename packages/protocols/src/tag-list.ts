import { trimEnds } from './trim.ts';

/** One `name=value` of a record that is a list of tags, white space around both cut off. */
export interface Tag {
  /** As written. */
  name: string;
  value: string;
}

/** A record split at its semicolons; parts that are no tag are kept apart. */
export interface TagList {
  tags: readonly Tag[];
  malformed: readonly string[];
}

/** Space, tab and the line ends that folding leaves in DKIM keys (RFC 6376 section 3.2). */
const trim = (text: string): string => trimEnds(text, ' \t\r\n');

/** Splits a record at semicolons and each part at its first equals sign; empty parts do not count. */
export function splitTags(text: string, namePattern: RegExp): TagList {
  const tags: Tag[] = [];
  const malformed: string[] = [];
  for (const part of text.split(';').map(trim)) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = trim(part.slice(0, Math.max(0, equals)));
    if (equals === -1 || !namePattern.test(name)) malformed.push(part);
    else tags.push({ name, value: trim(part.slice(equals + 1)) });
  }
  return { tags, malformed };
}

/** Names that stand more than once, each once. */
export function repeatedNames(tags: readonly Tag[]): string[] {
  const names = tags.map(({ name }) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** What an extension of MTA-STS and TLS-RPT may hold: visible ASCII without `=` and `;`. */
const extensionValue = /^[\x21-\x3a\x3c\x3e-\x7e]+$/;

/**
 * Splits a record of the grammar that MTA-STS and TLS-RPT share (RFC 8461 section 3.1, RFC 8460 section 3): no white space
 * around the equals sign, no empty part but the last. Values of the known tags are left to the caller.
 */
export function splitFields(text: string, known: readonly string[]): TagList {
  const tags: Tag[] = [];
  const malformed: string[] = [];
  const parts = text.split(';').map((part) => trimEnds(part, ' \t'));
  if (parts.at(-1) === '') parts.pop();
  for (const part of parts) {
    const [, name, value = ''] = /^([a-z0-9][a-z0-9_.-]{0,31})=(.*)$/is.exec(part) ?? [];
    if (name === undefined || (!known.includes(name) && !extensionValue.test(value))) malformed.push(part);
    else tags.push({ name, value });
  }
  return { tags, malformed };
}
