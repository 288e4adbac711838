import { createPrinter, flowing, printable } from '../printable.ts';

/** A line of code as it is printed, and its size in points. */
export interface CodeLine {
  text: string;
  size: number;
}

const mono = createPrinter('Perimeter Mono');

const fullSize = 7;
/** Width of a code block in points, and of a character of the code font in ems. */
const blockWidth = 466;
const characterWidth = 0.6;
const columnsAt = (size: number): number => Math.floor(blockWidth / (characterWidth * size));
/** Smaller than this a line is broken inside a word after all. */
const leastSize = 4.4;
const maxLength = 1_000;

/** What ends a line that continues in the next one; a language that is not here cannot break lines. */
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
  ['xml', ''],
]);

const COMMENT = /^(?<indent>\s*)(?<mark>#|;|\/\/) /u;

/** The positions of spaces at which a command can be broken: none of them stands in quotation marks. */
function breaksOf(line: string): number[] {
  const found: number[] = [];
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'" || character === '`') quote = character;
    else if (character === ' ' && line.charAt(at + 1) !== ' ') found.push(at);
  }
  // Behind an unquoted comment a continuation would be part of it.
  const comment = line.search(/\s#\s/u);
  return comment < 0 ? found : found.filter((at) => at <= comment);
}

/** Breaks one line at spaces; a part that does not fit stays whole. */
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

function sized(text: string): CodeLine {
  if (text.length <= columnsAt(fullSize)) return { text, size: fullSize };
  const size = Math.floor((blockWidth / (characterWidth * text.length)) * 100) / 100;
  return size >= leastSize ? { text, size } : { text: flowing(text, columnsAt(leastSize)), size: leastSize };
}

/** Lines of code for the document: broken only at spaces, in the way of their language, so that they can be copied. */
export function codeLines(lines: readonly string[], language: string): CodeLine[] {
  const ending = continuations.get(language);
  return lines.flatMap((line) => {
    const text = printable(mono, line.replaceAll('\t', '    '), maxLength);
    const columns = columnsAt(fullSize);
    if (text.length <= columns) return [sized(text)];
    const isComment = COMMENT.test(text);
    return (ending === undefined && !isComment ? [text] : broken(text, ending ?? '', columns)).map(sized);
  });
}
