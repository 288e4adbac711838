import { ProtocolError } from '../protocol-error.ts';
import { isOws, trimOws } from './headers/header-list.ts';
import { httpToken } from './token.ts';

/** One header field as it came. */
export interface HeaderField {
  name: string;
  /** Without surrounding white space, folds joined by one space; one character a byte. */
  value: string;
  /** The range of the field in the raw head: from its name to before its line end, folded lines included. */
  start: number;
  end: number;
}

/** The head of a response: status line and header section (RFC 9112 sections 4 and 5). */
export interface ResponseHead {
  httpVersion: string;
  status: number;
  reason: string;
  /** Wire order, duplicates kept. */
  fields: readonly HeaderField[];
  /** All bytes of the head, one character a byte. */
  raw: string;
  /** Departures from the grammar that were tolerated, each once. */
  problems: readonly string[];
}

/** Bytes as text, one character a byte; TextDecoder's "latin1" is windows-1252. */
export function latin1Of(bytes: Uint8Array): string {
  const parts: string[] = [];
  // Spread arguments would go through an iterator, one object a byte.
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(Reflect.apply(String.fromCharCode, String, bytes.subarray(at, at + 8192)));
  return parts.join('');
}

interface Line {
  text: string;
  start: number;
  end: number;
}

/** Splits at LF; a CR before it belongs to the line end, its absence is a problem (RFC 9112 section 2.2). */
function linesOf(raw: string, problems: Set<string>): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < raw.length;) {
    const lineFeed = raw.indexOf('\n', start);
    const stop = lineFeed === -1 ? raw.length : lineFeed;
    const hasReturn = raw[stop - 1] === '\r' && stop > start;
    if (!hasReturn) problems.add('Line ended by a bare LF');
    const end = hasReturn ? stop - 1 : stop;
    lines.push({ text: raw.slice(start, end), start, end });
    start = stop + 1;
  }
  return lines;
}

/**
 * RFC 9110 section 5.5 lets a reader refuse NUL, as browsers do, or replace it: with a character that no grammar has, so
 * that no value becomes valid. RFC 9112 section 2.2: a bare CR becomes a space.
 */
function cleanValue(text: string, problems: Set<string>): string {
  if (text.includes('\0')) problems.add('NUL in a header field');
  if (text.includes('\r')) problems.add('Bare CR in a header field');
  return trimOws(text.replaceAll('\0', '\ufffd').replaceAll('\r', ' '));
}

function readField(line: Line, problems: Set<string>): HeaderField | null {
  const colon = line.text.indexOf(':');
  const name = trimOws(line.text.slice(0, colon));
  if (colon === -1 || name === '') {
    problems.add(colon === -1 ? 'Header line without a colon' : 'Header line without a name');
    return null;
  }
  // RFC 9112 section 5.1: no white space between name and colon.
  if (name.length !== colon) problems.add('White space before the colon of a header field');
  if (!httpToken.test(name)) problems.add('Header name is not a token');
  return { name, value: cleanValue(line.text.slice(colon + 1), problems), start: line.start, end: line.end };
}

function readFields(lines: readonly Line[], problems: Set<string>): HeaderField[] {
  const fields: HeaderField[] = [];
  let current: HeaderField | null = null;
  for (const line of lines) {
    if (line.text === '') continue;
    if (!isOws(line.text[0])) {
      current = readField(line, problems);
      if (current !== null) fields.push(current);
      continue;
    }
    // RFC 9112 section 5.2: obs-fold becomes one space; section 2.2: white space after the start line is dropped.
    problems.add(fields.length === 0 ? 'White space before the first header field' : 'Folded header field');
    if (current === null) continue;
    const folded = cleanValue(line.text, problems);
    current.value = current.value === '' || folded === '' ? current.value + folded : `${current.value} ${folded}`;
    current.end = line.end;
  }
  return fields;
}

const statusLine = /^HTTP\/(\d(?:\.\d)?)[ \t]+(\d{3})(?:([ \t])([^]*))?$/i;

function readStatusLine(text: string, problems: Set<string>): Pick<ResponseHead, 'httpVersion' | 'status' | 'reason'> {
  const match = statusLine.exec(text);
  if (match === null) throw new ProtocolError('status-line-invalid', 0);
  const [, httpVersion = '', code = '', separator, reason = ''] = match;
  const status = Number(code);
  if (!text.startsWith('HTTP/')) problems.add('Protocol name in lower case');
  if (!/^1\.[01]$/.test(httpVersion)) problems.add(`HTTP version ${httpVersion} over an HTTP/1.1 connection`);
  // RFC 9112 section 4: the space before an absent reason is still due.
  if (separator !== ' ') problems.add('No space after the status code');
  if (status < 100) throw new ProtocolError('status-code-without-class', 0, code);
  if (status > 599) problems.add('Status code outside 100 to 599');
  return { httpVersion, status, reason: cleanValue(reason, problems) };
}

/**
 * Reads a whole response head, up to and including its empty line. Tolerates what browsers tolerate and says so in
 * problems; throws ProtocolError where there is no status line.
 */
export function parseResponseHead(bytes: Uint8Array): ResponseHead {
  const raw = latin1Of(bytes);
  const problems = new Set<string>();
  const lines = linesOf(raw, problems);
  const first = lines.findIndex((line) => line.text !== '');
  if (first > 0) problems.add('Empty line before the status line');
  const start = readStatusLine(lines[first]?.text ?? '', problems);
  const fields = readFields(lines.slice(first + 1), problems);
  return { ...start, fields, raw, problems: [...problems] };
}

/** All values of a field, in wire order; the name is compared without case. */
export function fieldValues(head: Pick<ResponseHead, 'fields'>, name: string): string[] {
  const wanted = name.toLowerCase();
  return head.fields.filter((field) => field.name.toLowerCase() === wanted).map((field) => field.value);
}
