import { parseDomain } from '@perimeter/protocols/domain/name';
import { domainMistake } from '../auditable-domain.ts';
import { shownAgain, takenFor } from '../as-typed.ts';

/** The most lines that are read. */
export const mostLines = 1_000;

/** A line and what it is taken for. */
export interface ReadLine {
  line: number;
  input: string;
  domain: string | null;
  /** In a sentence; null: it is a domain. */
  reason: string | null;
}

/** What heads a column of domains, in the languages of some spreadsheets. */
const columnHeadings = new Set(
  'domain, domains, domain name, domäne, domänen, domaine, domaines, dominio, dominios, domini, host, hostname, site, url, website, webseite'.split(
    ', ',
  ),
);
/** Beside those, what heads a list though its column may hold anything. */
const isHeading = (cell: string): boolean => columnHeadings.has(cell.toLowerCase()) || cell.toLowerCase() === 'name';

/** Spreadsheets separate by the comma, or by the semicolon where it is the decimal sign. */
const separators = [';', '\t', ','];

/** Where domains stand under a heading, and what separates its columns; null: it names none. */
type Heading = { column: number; separator: string } | null;

/** The cells of a line. Quoted ones may hold separators, and quotation marks doubled (RFC 4180 section 2). */
const cellsOf = (line: string, separator = separators.join('')): string[] =>
  [
    ...`${separator.at(-1)}${line}`.matchAll(
      new RegExp(`[${separator}] *("(?:[^"]|"")*"(?= *(?:[${separator}]|$))|[^${separator}]*)`, 'gu'),
    ),
  ].map(([, cell = '']) => cell.trim().replaceAll(/^"|"$/g, '').replaceAll('""', '"').trim());

/** What separates labels, by UTS #46 section 4.2 too. */
const dots = /[.\u3002\uFF0E\uFF61]/u;

const domainOf = (cell: string): string | null => {
  // Most cells of a table are none, and reading a name takes its time.
  if (!dots.test(cell)) return null;
  const parsed = parseDomain(takenFor(cell));
  return parsed.ok ? parsed.domain.ascii : null;
};

/** The heading of a list by its first line; undefined: that is no heading. */
function headingOf(line: string): Heading | undefined {
  const cells = cellsOf(line);
  if (!cells.some(isHeading) || cells.some((cell) => domainOf(cell) !== null)) return undefined;
  const separator = separators.find((one) => cellsOf(line, one).length > 1) ?? '';
  const column = cellsOf(line, separator || ',').findIndex((cell) => columnHeadings.has(cell.toLowerCase()));
  return column === -1 || separator === '' ? null : { column, separator };
}

function readLine(text: string, line: number, heading: Heading): ReadLine {
  const columns = heading === null ? [] : cellsOf(text, heading.separator);
  // Lists are put together from several: a line without the column is read as if there were none.
  const named = columns[heading?.column ?? 0] ?? null;
  const cells = named === null ? cellsOf(text) : columns;
  const shown = cells.find((cell) => cell !== '') ?? '';
  // The name of a company may look like a domain, and be none of its own.
  if (named === '')
    return { line, input: shownAgain(shown), domain: null, reason: 'Nothing stands in the column of domains' };
  const found = named ?? cells.find((cell) => domainOf(cell) !== null) ?? shown;
  const domain = domainOf(found);
  const reason = domain === null ? (domainMistake(found, '')?.message ?? 'Not a domain') : null;
  return { line, input: shownAgain(found), domain, reason };
}

/** Whether a line holds anything: spreadsheets write rows of separators alone, and some begin a file with the separator. */
const isFilled = (text: string): boolean => /[^\s,;"]/u.test(text) && !/^"?\s*#|^sep=.$/iu.test(text.trim());

/** The domains of a text, one a line or CSV; empty lines, comments and a heading are left out, and not counted. */
export function readLines(text: string): { lines: ReadLine[]; leftOut: number } {
  const filled = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line, at) => ({ line: at + 1, text: line }))
    .filter((one) => isFilled(one.text));
  const heading = headingOf(filled[0]?.text ?? '');
  const rows = heading === undefined ? filled : filled.slice(1);
  return {
    lines: rows.slice(0, mostLines).map((one) => readLine(one.text, one.line, heading ?? null)),
    leftOut: Math.max(0, rows.length - mostLines),
  };
}
