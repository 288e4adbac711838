import { hardWrap, truncate } from '../display-width.ts';
import type { Screen } from './screen.ts';
import { counted } from '../words.ts';
import { type Line, span } from './style.ts';

/** Rows that one line of raw text may take. */
const MAX_ROWS = 3;
/** Indent of a line's second and third row. */
const HANGING = 2;

function rowsOf(screen: Screen, line: string, columns: number): string[] {
  const rows = hardWrap(screen.clean(line, MAX_ROWS * columns * 2), columns, HANGING);
  const [last = '', ...before] = rows.slice(0, MAX_ROWS).toReversed();
  const { cut } = screen.symbols;
  return [...before.toReversed(), rows.length > MAX_ROWS ? truncate(last, columns - cut.length, '') + cut : last];
}

/** Raw text behind a bar: long lines over a few rows, and a word on the lines left out. */
export function quoted(
  screen: Screen,
  lines: readonly string[],
  options: { indent: number; maxLines: number },
): Line[] {
  const { cut, quote } = screen.symbols;
  const bar = span(`${' '.repeat(options.indent)}${quote} `, 'dim');
  const columns = screen.width - options.indent - quote.length - 2;
  const rest = lines.length - options.maxLines;
  return [
    ...lines
      .slice(0, options.maxLines)
      .flatMap((line) => rowsOf(screen, line, columns))
      .map((text) => [bar, span(text)]),
    ...(rest > 0 ? [[bar, span(`${cut} ${counted(rest, 'more line')}`, 'dim')]] : []),
  ];
}
