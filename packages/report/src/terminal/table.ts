import type { ColumnKind } from '@perimeter/contract/section';
import type { PreparedCell, PreparedTable } from '../sections/prepared.ts';
import { displayWidth, padEnd, truncate, wrap } from '../display-width.ts';
import { MARGIN, row, type Screen } from './screen.ts';
import { type Line, type Span, span, type Style } from './style.ts';

type Column = PreparedTable['columns'][number];

const gap = 2;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
/** Maximum rows of a cell. */
const maxCellRows = 3;
const maxCellLength = 400;

/** The largest column width with which all columns fit: narrower ones keep theirs. */
function shares(natural: readonly number[], room: number): number[] {
  const ascending = natural.toSorted((x, y) => x - y);
  let left = room;
  for (const [index, width] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (width > share) return natural.map((one) => Math.min(one, share));
    left -= width;
  }
  return [...natural];
}

/** Columns whose values are compared, and therefore kept on one line if possible. */
const kept: ReadonlySet<ColumnKind> = new Set(['number', 'date', 'status']);

interface Measures {
  kind: ColumnKind;
  /** Width of the longest cell, and of the longest word. */
  natural: number;
  least: number;
}

/** Column widths that break no word, as wide as their content if possible; null if impossible. */
export function columnWidths(columns: readonly Measures[], room: number): number[] | null {
  const free = room - gap * (columns.length - 1);
  const whole = columns.map(({ kind, natural, least }) => (kept.has(kind) ? natural : least));
  const words = columns.map(({ least }) => least);
  const bases = [whole, words].find((base) => sum(base) <= free);
  if (bases === undefined) return null;
  const more = shares(
    columns.map(({ natural }, index) => natural - (bases[index] ?? 0)),
    free - sum(bases),
  );
  return bases.map((base, index) => base + (more[index] ?? 0));
}

function cellRows(screen: Screen, text: string, width: number): string[] {
  const rows = wrap(text, width);
  if (rows.length <= maxCellRows) return rows;
  const { cut } = screen.symbols;
  const last = rows[maxCellRows - 1] ?? '';
  // If the mark does not fit, it replaces the last word.
  const head = displayWidth(last) + cut.length <= width ? last : last.replace(/\s+\S+$/u, '');
  return [...rows.slice(0, maxCellRows - 1), truncate(`${head}${cut}`, width, cut)];
}

const styleOf = ({ tone }: PreparedCell): Style => (tone === null || tone === 'neutral' ? 'plain' : tone);

const aligned = (text: string, { kind }: Column, width: number): string =>
  kind === 'number' ? ' '.repeat(Math.max(0, width - displayWidth(text))) + text : padEnd(text, width);

interface Cell {
  text: string;
  style: Style;
}

function rowLines(
  screen: Screen,
  columns: readonly Column[],
  widths: readonly number[],
  cells: readonly Cell[],
): Line[] {
  const parts = columns.map((_, index) => cellRows(screen, cells[index]?.text ?? '', widths[index] ?? 1));
  const height = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: height }, (_, line): Line => {
    const pieces = columns.flatMap((column, index): Span[] => [
      span(' '.repeat(index === 0 ? MARGIN : gap)),
      span(aligned(parts[index]?.[line] ?? '', column, widths[index] ?? 1), cells[index]?.style ?? 'plain'),
    ]);
    return pieces;
  });
}

const longestWord = (text: string): number => Math.max(0, ...text.split(/\s+/u).map(displayWidth));

/** A cell with its heading, wrapped below. */
function pairLines(screen: Screen, title: string, { text, style }: Cell, room: number): Span[][] {
  const label = `${truncate(title, Math.floor(room / 2), screen.symbols.cut)}: `;
  const hanging = displayWidth(label);
  return cellRows(screen, text, room - hanging).map((line, index) =>
    index === 0 ? [span(label, 'dim'), span(line, style)] : [span(' '.repeat(hanging)), span(line, style)],
  );
}

const widthOf = (pieces: readonly Span[] = []): number => pieces.reduce((sum, { text }) => sum + displayWidth(text), 0);

/** A table row as a block: its subject, and below it the other cells with headings, as many per line as fit. */
function blockLines(screen: Screen, columns: readonly Column[], cells: readonly Cell[]): Line[] {
  const room = screen.width - MARGIN * 2 - 1;
  const subject = Math.max(
    0,
    columns.findIndex(({ kind }) => kind === 'code'),
  );
  const lines: Span[][] = [];
  for (const [index, cell] of cells.entries()) {
    if (index === subject) continue;
    const pair = pairLines(screen, screen.clean(columns[index]?.title ?? ''), cell, room);
    const [first = []] = pair;
    const last = lines.at(-1);
    if (pair.length > 1 || last === undefined || widthOf(last) + gap + widthOf(first) > room) lines.push(...pair);
    else last.push(span(' '.repeat(gap)), ...first);
  }
  return [
    row(screen, MARGIN, cells[subject]?.text ?? ''),
    ...lines.map((line) => [span(' '.repeat(MARGIN * 2)), ...line]),
  ];
}

/**
 * A table in columns within the width: long cells wrap, and are cut after some rows. If columns would break words, each
 * row is a block.
 */
export function tableLines(screen: Screen, { caption, columns, rows, left, note }: PreparedTable): Line[] {
  if (columns.length === 0) return [];
  const clean = (text: string): string => screen.clean(text, maxCellLength);
  const heads = columns.map(({ title }) => ({ text: clean(title), style: 'dim' as const }));
  const body = rows.map((cells) => cells.map((cell) => ({ text: clean(cell.text), style: styleOf(cell) })));
  const most = (index: number, measure: (text: string) => number): number =>
    Math.max(1, ...[heads, ...body].map((cells) => measure(cells[index]?.text ?? '')));
  const widths = columnWidths(
    columns.map(({ kind }, index) => ({ kind, natural: most(index, displayWidth), least: most(index, longestWord) })),
    screen.width - MARGIN - 1,
  );
  return [
    row(screen, MARGIN, clean(caption), 'bold'),
    ...(widths === null
      ? body.flatMap((cells) => blockLines(screen, columns, cells))
      : [heads, ...body].flatMap((cells) => rowLines(screen, columns, widths, cells))),
    ...(left > 0 ? [row(screen, MARGIN, `${screen.symbols.cut} ${left} more in --format json`, 'dim')] : []),
    ...(note === null ? [] : [row(screen, MARGIN, clean(note), 'dim')]),
    [],
  ];
}
