import { headerLines, type HeaderLines } from '@perimeter/protocols/http/headers/header-list';
import type { Answer } from './answer.ts';
import { counted, firstAndMore } from '../words/text.ts';

/** What is quoted of a list of header names: enough to recognise it by. */
const maxNames = 60;
const maxNameCharacters = 80;

/** Cuts a text that a target may have made long, and says by how much. */
export const cutLong = (text: string, maxCharacters = 600): string =>
  text.length <= maxCharacters
    ? text
    : `${text.slice(0, maxCharacters)}… (${text.length - maxCharacters} more characters)`;

/** The mark that the probe leaves where it took a cookie's value out. */
const redacted = /^\s*<redacted \d+ bytes>\s*$/;

/** A cookie's value opens its owner's session: only the name and the attributes are ever quoted. */
function redactCookie(value: string): string {
  const end = value.indexOf(';');
  const pair = end === -1 ? value : value.slice(0, end);
  const equals = pair.indexOf('=');
  if (redacted.test(pair.slice(equals + 1))) return value;
  return `${equals === -1 ? '' : pair.slice(0, equals)}=[redacted]${end === -1 ? '' : value.slice(end)}`;
}

/** One header line as it came; the value of a cookie is left out. */
export const quoteLine = ([name, value]: readonly [string, string]): string =>
  `${name}: ${cutLong(name.toLowerCase() === 'set-cookie' ? redactCookie(value) : value)}`;

/** The request and the status line that answered it, on one line. */
export function quoteExchange({ exchange, response }: Answer): string {
  const { httpVersion, status, reason } = response;
  return `${exchange.method} ${exchange.url} → HTTP/${httpVersion} ${status} ${reason}`.trimEnd();
}

/** The exchange and some of its header lines as they came. */
export const quoteLines = (answer: Answer, lines: HeaderLines): string =>
  [quoteExchange(answer), ...lines.map(quoteLine)].join('\n');

/** Proof of absence: how many header lines came, and under which names. */
function quoteAbsence(answer: Answer, wanted: readonly string[]): string {
  const names = [...new Set(answer.headers.map(([seen]) => cutLong(seen, maxNameCharacters)))];
  const listed = firstAndMore(names, maxNames);
  const count = counted(answer.headers.length, 'header line');
  return `${quoteExchange(answer)}\nno ${wanted.join(' or ')} among ${count}${listed === '' ? '' : `: ${listed}`}`;
}

/** The exchange and every line of the named headers; where none of them came, the proof of that. */
export function quoteHeaders(answer: Answer, ...names: string[]): string {
  const lines = names.flatMap((name) => headerLines(answer.headers, name));
  return lines.length === 0 ? quoteAbsence(answer, names) : quoteLines(answer, lines);
}
