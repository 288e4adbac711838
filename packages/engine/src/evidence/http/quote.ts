import { headerLines, type HeaderLines } from '@perimeter/protocols/http/headers/header-list';
import type { HttpPage } from './page.ts';
import { receivedHead, withoutCookieValue } from './received.ts';
import { counted } from '../words/text.ts';
import type { Answer } from './answer.ts';

/** Most header lines quoted to prove that a header is absent. */
const maxLines = 60;
const maxHeadCharacters = 6_000;

/** Cuts a text that a target may have made long, and says by how much. */
export const cutLong = (text: string, maxCharacters = 600): string =>
  text.length <= maxCharacters
    ? text
    : `${text.slice(0, maxCharacters)}… (${text.length - maxCharacters} more characters)`;

/** One header line as received; the value of a cookie is left out. */
function quoteLine(answer: Pick<Answer, 'response'>, line: readonly [string, string]): string {
  const raw = receivedHead(answer.response).lines.get(line) ?? `${line[0]}: ${line[1]}`;
  return cutLong(line[0].toLowerCase() === 'set-cookie' ? withoutCookieValue(raw) : raw);
}

/** The status line and some of the header lines as received. */
export const quoteLines = (answer: Pick<Answer, 'response'>, lines: HeaderLines): string =>
  [cutLong(receivedHead(answer.response).statusLine), ...lines.map((line) => quoteLine(answer, line))].join('\n');

/** The whole head as received, which proves that any other header is absent. */
function quoteHead(answer: Answer): string {
  const quoted: string[] = [];
  let characters = 0;
  for (const line of answer.headers.slice(0, maxLines)) {
    const text = quoteLine(answer, line);
    characters += text.length;
    if (characters > maxHeadCharacters) break;
    quoted.push(text);
  }
  const left = answer.headers.length - quoted.length;
  const mark = left === 0 ? [] : [`[cut: ${counted(left, 'more header line')}]`];
  return [quoteLines(answer, []), ...quoted, ...mark].join('\n');
}

/** The status line and every line of the named headers; the whole head as proof where none of them came. */
export function quoteHeaders(answer: Answer, ...names: string[]): string {
  const lines = names.flatMap((name) => headerLines(answer.headers, name));
  return lines.length === 0 ? quoteHead(answer) : quoteLines(answer, lines);
}

/** A meta element as it appears in the body. */
export function quoteTag({ response: { body } }: Answer, { span, key, content }: HttpPage['metas'][number]): string {
  if (span !== undefined && body.text !== null) return cutLong(body.text.slice(...span));
  return cutLong(`<meta name="${key}" content="${content}">`);
}
