import type { ColumnKind, SectionCell, SectionTable, Tone } from '@perimeter/contract/section';

/** A cell's text before escaping. */
export interface PreparedCell {
  text: string;
  /** Null except in status columns. */
  tone: Tone | null;
}

/** A table ready to draw: without empty columns, and limited to the form's number of rows. */
export interface PreparedTable {
  caption: string;
  columns: { title: string; kind: ColumnKind }[];
  rows: PreparedCell[][];
  /** Number of omitted rows. */
  left: number;
  note: string | null;
}

const dateTime = /^\d{4}-\d{2}-\d{2}(?=T)/u;
/** Shown in a cell without a value. */
export const noValue = '–';

function prepared(cell: SectionCell, kind: ColumnKind): PreparedCell {
  if (cell === null || cell === '') return { text: noValue, tone: null };
  if (typeof cell === 'object') return cell;
  const text = String(cell);
  return { text: kind === 'date' ? (dateTime.exec(text)?.[0] ?? text) : text, tone: null };
}

const isEmpty = (cell: SectionCell | undefined): boolean => cell === undefined || cell === null || cell === '';

/** Prepares a table for a form that draws a limited number of rows. */
export function preparedTable({ caption, columns, rows, note }: SectionTable, maxRows: number): PreparedTable {
  const shown = columns.flatMap((column, index) =>
    rows.some((row) => !isEmpty(row[index])) ? [{ column, index }] : [],
  );
  return {
    caption,
    columns: shown.map(({ column }) => column),
    rows: rows
      .slice(0, maxRows)
      .map((row) => shown.map(({ column: { kind }, index }) => prepared(row[index] ?? null, kind))),
    left: Math.max(0, rows.length - maxRows),
    note,
  };
}
