import { hardWrap, truncate } from '../display-width.ts';
import type { Screen } from './screen.ts';
import { counted } from '../words.ts';
import { type Line, span } from './style.ts';

/** Maximum rows for a line of raw text. */
const MAX_ROWS = 3;
/** Indent of a line's second and third row. */
const HANGING = 2;

/** A command is only useful if complete, so it may take more rows. */
const MAX_COMMAND_ROWS = 12;

const isCommand = (line: string): boolean => line.startsWith('Reproduce: ');

function rowsOf(screen: Screen, line: string, columns: number): string[] {
  const most = isCommand(line) ? MAX_COMMAND_ROWS : MAX_ROWS;
  const rows = hardWrap(screen.clean(line, most * columns * 2), columns, HANGING);
  const [last = '', ...before] = rows.slice(0, most).toReversed();
  const { cut } = screen.symbols;
  return [...before.toReversed(), rows.length > most ? truncate(last, columns - cut.length, '') + cut : last];
}

/** Raw text after a bar: long lines wrapped to a few rows, a note on omitted lines, and always the final command. */
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
