import { hardWrap, truncate } from '../display-width.ts';
import type { Screen } from './screen.ts';
import { counted } from '../words.ts';
import { type Line, span } from './style.ts';

/** Rows that one line of raw text may take. */
const MAX_ROWS = 3;
/** Indent of a line's second and third row. */
const HANGING = 2;

/** A command is of use as a whole alone. */
const MAX_COMMAND_ROWS = 12;

const isCommand = (line: string): boolean => line.startsWith('Reproduce: ');

function rowsOf(screen: Screen, line: string, columns: number): string[] {
  const most = isCommand(line) ? MAX_COMMAND_ROWS : MAX_ROWS;
  const rows = hardWrap(screen.clean(line, most * columns * 2), columns, HANGING);
  const [last = '', ...before] = rows.slice(0, most).toReversed();
  const { cut } = screen.symbols;
  return [...before.toReversed(), rows.length > most ? truncate(last, columns - cut.length, '') + cut : last];
}

/** Raw text behind a bar: long lines over a few rows, a word on the lines left out, and the command at its end in any case. */
export function quoted(
  screen: Screen,
  lines: readonly string[],
  options: { indent: number; maxLines: number },
): Line[] {
  const { cut, quote } = screen.symbols;
  const bar = span(`${' '.repeat(options.indent)}${quote} `, 'dim');
  const columns = screen.width - options.indent - quote.length - 2;
  const barred = (shown: readonly string[]): Line[] =>
    shown.flatMap((line) => rowsOf(screen, line, columns)).map((text) => [bar, span(text)]);
  const command = lines.slice(options.maxLines).slice(-1).filter(isCommand);
  const rest = lines.length - options.maxLines - command.length;
  return [
    ...barred(lines.slice(0, options.maxLines)),
    ...(rest > 0 ? [[bar, span(`${cut} ${counted(rest, 'more line')}`, 'dim')]] : []),
    ...barred(command),
  ];
}
