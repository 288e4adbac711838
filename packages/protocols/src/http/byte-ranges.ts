import { parseContentRange } from './content-range.ts';
import { type HeaderLines, headerValues } from './headers/header-list.ts';

/** A part of multipart/byteranges: its header lines and its octets, one character each. */
export interface ByteRangePart {
  headers: HeaderLines;
  text: string;
}

const lineOf = (line: string): [name: string, value: string] => {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
};

/** The first part of content of the type multipart/byteranges (RFC 9110 section 14.6), of which only the beginning may be there; null without one. */
export function firstByteRange(text: string, boundary: string): ByteRangePart | null {
  const delimiter = `--${boundary}`;
  const opened = boundary === '' ? -1 : text.indexOf(delimiter);
  if (opened === -1) return null;
  const begun = text.slice(opened + delimiter.length);
  // RFC 2046 section 5.1.1: spaces may follow a delimiter, an empty line ends the header lines.
  const head = /^[ \t]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n/.exec(begun)?.[0];
  if (head === undefined) return null;
  const headers = head
    .split(/\r?\n/)
    .filter((line) => line.includes(':'))
    .map(lineOf);
  const range = parseContentRange(headerValues(headers, 'Content-Range')[0]);
  const content = begun.slice(head.length);
  const closed = content.indexOf(`\r\n${delimiter}`);
  const length = range === null ? Infinity : range.last - range.first + 1;
  return { headers, text: content.slice(0, Math.min(length, closed === -1 ? Infinity : closed)) };
}
