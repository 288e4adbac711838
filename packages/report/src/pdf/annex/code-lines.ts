import { createPrinter, flowing, printable } from '../printable.ts';

/** A printed line of code, with its size in points. */
export interface CodeLine {
  text: string;
  size: number;
}

const mono = createPrinter('Perimeter Mono');

const fullSize = 7;
/** Width of a code block in points, and of a character of the code font in em. */
const blockWidth = 466;
const characterWidth = 0.6;
const columnsAt = (size: number): number => Math.floor(blockWidth / (characterWidth * size));
/** Minimum legible size in points: a longer line is broken within a word if its language has no continuation. */
const leastSize = 6.5;
const maxLength = 1_000;

/** The continuation mark of each language; languages without one cannot break lines. */
const continuations: ReadonlyMap<string, string> = new Map([
  ['sh', ' \\'],
  ['bash', ' \\'],
  ['shell', ' \\'],
  ['apache', ' \\'],
  ['caddy', ' \\'],
  ['caddyfile', ' \\'],
  ['properties', ' \\'],
  ['powershell', ' `'],
  ['nginx', ''],
  ['bind', ''],
  ['xml', ''],
]);

const COMMENT = /^(?<indent>\s*)(?<mark>#|;|\/\/) /u;

/** For each character of a line, the quotation mark that it is in; empty outside quotation marks. */
function quotesOf(line: string): string[] {
  let quote = '';
  let isEscaped = false;
  return [...line].map((character) => {
    const before = quote;
    if (isEscaped) isEscaped = false;
    else if (character === '\\' && quote !== "'") isEscaped = true;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'" || character === '`') quote = character;
    return before;
  });
}

/** Positions of spaces outside quotation marks, where a command can be broken. */
function breaksOf(line: string): number[] {
  const found = [...quotesOf(line).entries()]
    .filter(([at, quote]) => quote === '' && line.charAt(at) === ' ' && line.charAt(at + 1) !== ' ')
    .map(([at]) => at);
  // After a comment begins, a continuation would be part of it.
  const comment = line.search(/\s#\s/u);
  return comment < 0 ? found : found.filter((at) => at <= comment);
}

/** Breaks a line at spaces; a part that does not fit stays whole. */
function broken(line: string, ending: string, columns: number): string[] {
  const isComment = COMMENT.exec(line)?.groups;
  const lead =
    isComment === undefined ? `${/^\s*/u.exec(line)?.[0] ?? ''}    ` : `${isComment['indent']}${isComment['mark']} `;
  const end = isComment === undefined ? ending : '';
  const parts: string[] = [];
  let rest = line;
  while (rest.length > columns) {
    const start = parts.length === 0 ? (/^\s*\S*/u.exec(rest)?.[0].length ?? 0) : lead.length + 1;
    const breaks = (
      isComment === undefined ? breaksOf(rest) : [...rest.matchAll(/ /gu)].map(({ index }) => index)
    ).filter((at) => at >= start);
    const at = breaks.findLast((position) => position + end.length <= columns) ?? breaks[0];
    if (at === undefined) break;
    parts.push(`${rest.slice(0, at)}${end}`);
    rest = `${lead}${rest.slice(at + 1).trimStart()}`;
  }
  return [...parts, rest];
}

/** Shell languages, in which a backslash at a line's end also continues within double quotes. */
const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'shell']);

/** Breaks words and scripts in double quotes with backslashes: after a space if possible, else anywhere. */
function brokenInWords(line: string, columns: number): string[] {
  const places = [...quotesOf(line).entries()]
    .filter(([at, quote]) => (quote === '"' || quote === '') && line.charAt(at - 1) !== '\\')
    .map(([at]) => at);
  const parts: string[] = [];
  let start = 0;
  while (line.length - start > columns) {
    // The next line does not start with a space, which copying could lose.
    const from = start;
    const near = places.filter((at) => at > from && at - from < columns && line.charAt(at) !== ' ');
    const at = near.findLast((place) => line.charAt(place - 1) === ' ' && place - from > columns / 2) ?? near.at(-1);
    if (at === undefined) break;
    parts.push(`${line.slice(start, at)}\\`);
    start = at;
  }
  return [...parts, line.slice(start)];
}

function sized(text: string): CodeLine {
  if (text.length <= columnsAt(fullSize)) return { text, size: fullSize };
  const size = Math.floor((blockWidth / (characterWidth * text.length)) * 100) / 100;
  return size >= leastSize ? { text, size } : { text: flowing(text, columnsAt(leastSize)), size: leastSize };
}

/** Lines of code for the document: broken at spaces with their language's continuation, so that they can be copied. */
export function codeLines(lines: readonly string[], language: string): CodeLine[] {
  const ending = continuations.get(language);
  return lines.flatMap((line) => {
    const text = printable(mono, line.replaceAll('\t', '    '), maxLength);
    const columns = columnsAt(fullSize);
    if (text.length <= columns) return [sized(text)];
    const isComment = COMMENT.test(text);
    const parts = ending === undefined && !isComment ? [text] : broken(text, ending ?? '', columns);
    const canBreakInWords = shells.has(language) && !isComment;
    return parts
      .flatMap((part) =>
        canBreakInWords && part.length > columnsAt(leastSize) ? brokenInWords(part, columns) : [part],
      )
      .map(sized);
  });
}
