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
const trim = (text: string): string => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

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
