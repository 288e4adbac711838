import type { ColumnKind } from '@perimeter/contract/section';
import type { PreparedCell, PreparedTable } from '../sections/prepared.ts';
import { displayWidth, padEnd, truncate, wrap } from '../display-width.ts';
import { MARGIN, row, type Screen } from './screen.ts';
import { type Line, type Span, span, type Style } from './style.ts';

type Column = PreparedTable['columns'][number];

const gap = 2;
/** Rows that one cell may take. */
const maxCellRows = 3;
const maxCellLength = 400;

/** The most that a width may be so that all of them fit into a room: those below it keep theirs. */
function shares(natural: readonly number[], room: number): number[] {
  const ascending = natural.toSorted((x, y) => x - y);
  let left = room;
  for (const [index, width] of ascending.entries()) {
    const share = Math.max(1, Math.floor(left / (ascending.length - index)));
    if (width > share) return natural.map((one) => Math.min(one, share));
    left -= width;
  }
  return [...natural];
}

const kept: ReadonlySet<ColumnKind> = new Set(['number', 'date', 'status']);
/** Of the room, for columns that are not broken. */
const keptShare = 0.6;

/** Columns as wide as their content where all fit; else those of text and code share what the others leave. */
export function columnWidths(columns: readonly { kind: ColumnKind; natural: number }[], room: number): number[] {
  const free = room - gap * (columns.length - 1);
  const fixed = columns.filter(({ kind }) => kept.has(kind)).reduce((sum, { natural }) => sum + natural, 0);
  const all = columns.map(({ natural }) => natural);
  if (fixed > free * keptShare) return shares(all, free);
  const flexible = columns.filter(({ kind }) => !kept.has(kind)).map(({ natural }) => natural);
  const widths = shares(flexible, free - fixed);
  return columns.map(({ kind, natural }) => (kept.has(kind) ? natural : (widths.shift() ?? natural)));
}

function cellRows(screen: Screen, text: string, width: number): string[] {
  const rows = wrap(text, width);
  if (rows.length <= maxCellRows) return rows;
  const { cut } = screen.symbols;
  const last = truncate(rows[maxCellRows - 1] ?? '', Math.max(1, width - cut.length), '');
  return [...rows.slice(0, maxCellRows - 1), truncate(`${last}${cut}`, width, '')];
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

/** True where columns of these widths would break words of a heading, or values that are compared with each other. */
const breaksWords = (
  columns: readonly Column[],
  widths: readonly number[],
  all: readonly (readonly Cell[])[],
): boolean =>
  columns.some(({ kind, title }, index) => {
    const width = widths[index] ?? 1;
    return (
      longestWord(title) > width ||
      (kept.has(kind) && all.some((cells) => longestWord(cells[index]?.text ?? '') > width))
    );
  });

/** A cell below its heading's name: what does not fit in one line goes on below. */
function pairLines(screen: Screen, title: string, { text, style }: Cell, room: number): Span[][] {
  const label = `${truncate(title, Math.floor(room / 2), screen.symbols.cut)}: `;
  const hanging = displayWidth(label);
  return cellRows(screen, text, room - hanging).map((line, index) =>
    index === 0 ? [span(label, 'dim'), span(line, style)] : [span(' '.repeat(hanging)), span(line, style)],
  );
}

const widthOf = (pieces: readonly Span[] = []): number => pieces.reduce((sum, { text }) => sum + displayWidth(text), 0);

/** One row of a table as a block: what it is about, and below it the other cells with their headings, as many in a line as fit. */
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
 * A table in columns that never pass the width: long cells go on below, and are cut after a few rows. Where columns would break
 * words, each row is a block.
 */
export function tableLines(screen: Screen, { caption, columns, rows, left, note }: PreparedTable): Line[] {
  if (columns.length === 0) return [];
  const clean = (text: string): string => screen.clean(text, maxCellLength);
  const heads = columns.map(({ title }) => ({ text: clean(title), style: 'dim' as const }));
  const body = rows.map((cells) => cells.map((cell) => ({ text: clean(cell.text), style: styleOf(cell) })));
  const natural = columns.map(({ kind }, index) => ({
    kind,
    natural: Math.max(1, ...[heads, ...body].map((cells) => displayWidth(cells[index]?.text ?? ''))),
  }));
  const widths = columnWidths(natural, screen.width - MARGIN - 1);
  return [
    row(screen, MARGIN, clean(caption), 'bold'),
    ...(breaksWords(columns, widths, body)
      ? body.flatMap((cells) => blockLines(screen, columns, cells))
      : [heads, ...body].flatMap((cells) => rowLines(screen, columns, widths, cells))),
    ...(left > 0 ? [row(screen, MARGIN, `${screen.symbols.cut} ${left} more in --format json`, 'dim')] : []),
    ...(note === null ? [] : [row(screen, MARGIN, clean(note), 'dim')]),
    [],
  ];
}
