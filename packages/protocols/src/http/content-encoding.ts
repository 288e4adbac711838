import { type HeaderLines, headerValues } from './headers/header-list.ts';
import type { Parsed } from './headers/parsed.ts';

/** The codings that browsers undo (RFC 9110 section 8.4.1, RFC 7932, RFC 8878). */
export const contentCodings = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd'] as const;
export type ContentCoding = (typeof contentCodings)[number];

const isKnown = (coding: string): coding is ContentCoding => contentCodings.some((known) => known === coding);

/** Characters that a list of codings cannot hold: parameters, quotes, white space, and the asterisk, which names no coding. */
const isRefused = (coding: string): boolean => /[\s"*;=]/.test(coding);

/**
 * The codings that a client undoes, in the order in which they were applied. One that is unknown ("none", a character set,
 * "identity" beside another) makes browsers read the content as it came, whatever stands beside it. One with a
 * parameter, a quote or a space in it makes them refuse the content: null. All of it is what Chromium does.
 */
export function parseContentEncoding(values: readonly string[]): Parsed<readonly ContentCoding[] | null> {
  const codings = values.flatMap((value) => value.split(',')).map((coding) => coding.trim().toLowerCase());
  const quoted = (ones: readonly string[]): string[] => ones.map((one) => JSON.stringify(one.slice(0, 40)));
  const malformed = codings.filter(isRefused);
  if (malformed.length > 0) return { value: null, problems: quoted(malformed) };
  const known = codings.filter(isKnown);
  const unknown = codings.filter((coding) => !isKnown(coding));
  if (unknown.length === 0) return { value: known, problems: [] };
  // An identity coding means no coding (RFC 9110 section 12.5.3).
  return { value: [], problems: codings.join() === 'identity' ? [] : quoted(unknown) };
}

/** The codings of a response; see {@link parseContentEncoding}. */
export const contentEncodingOf = (headers: HeaderLines): ReturnType<typeof parseContentEncoding> =>
  parseContentEncoding(headerValues(headers, 'Content-Encoding'));
