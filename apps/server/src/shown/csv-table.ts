import { csvLine } from '@perimeter/report/forms/csv';

/** The name of a column, and how its field is read from a row. */
export type CsvColumn<T> = readonly [name: string, read: (row: T) => string];

/** Rows as CSV (RFC 4180) with a byte order mark, by which spreadsheets recognize UTF-8. */
export const csvTable = <T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): string =>
  `\ufeff${[columns.map(([name]) => name), ...rows.map((row) => columns.map(([, read]) => read(row)))]
    .map((fields) => `${csvLine(fields)}\r\n`)
    .join('')}`;
