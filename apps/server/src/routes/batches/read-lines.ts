import { parseDomain } from '@perimeter/protocols/domain/name';
import { domainMistake } from '../auditable-domain.ts';
import { shownAgain, takenFor } from '../as-typed.ts';

/** Maximum number of lines. */
export const mostLines = 1_000;
/** Maximum characters per row: longer than any real row of domains, and a limit on the work for an endless one. */
const mostOfRow = 65_536;

/** A line, and the domain read from it. */
export interface ReadLine {
  line: number;
  input: string;
  domain: string | null;
  /** Why the line has no domain, as a sentence; null if it has one. */
  reason: string | null;
  /** The cells of columns that are kept of domains, where they hold anything. */
  words: ListedCells;
}

/** Headings of domain columns, in several languages. */
const columnHeadings = new Set(
  [
    'domain, domains, domain name, domain names, domainname, domain-name, domainnamen, domäne, domänen, domänenname, fqdn, host, hosts, hostname',
    'domaine, domaines, nom de domaine, dominio, dominios, domini, nombre de dominio, nome di dominio, domein, domeinnaam',
    'site, sites, url, urls, website, websites, webseite, webseiten, webadresse, internetadresse, internetseite, homepage',
  ]
    .join(', ')
    .split(', '),
);
/** A heading without its explanation, as in "Domain (FQDN)" or "Domain:". */
const headingText = (cell: string): string =>
  cell
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s*[(:*].*$/su, '');
const headsColumn = (cell: string): boolean => columnHeadings.has(headingText(cell));
/** Also headings that mark a list, even though their column may contain other things. */
const isHeading = (cell: string): boolean => headsColumn(cell) || headingText(cell) === 'name';

/** What heads the columns that are kept of domains, as their CSV and those who write a list call them. */
const wordColumns = {
  tags: ['tags', 'tag', 'labels', 'schlagwörter', 'étiquettes', 'etiquetas'],
  owner: ['owner', 'owners', 'responsible', 'verantwortlich', 'responsable', 'responsabile'],
  note: [
    'note',
    'notes',
    'comment',
    'comments',
    'remark',
    'remarks',
    'bemerkung',
    'notiz',
    'remarque',
    'nota',
    'notas',
  ],
} as const;
type WordColumn = keyof typeof wordColumns;
const wordColumnNames = ['tags', 'owner', 'note'] as const;
/** Cells as they stand in a list, by what they say of a domain. */
export type ListedCells = Partial<Record<WordColumn, string>>;

/** Spreadsheets separate by the comma, or by the semicolon where it is the decimal sign. */
const separators = [';', '\t', ','];

/** Where domains stand under a heading, and what separates its columns; null: it names none. */
type Heading = { column: number; separator: string; words: Partial<Record<WordColumn, number>> } | null;

/** The cells of a line. Quoted cells may contain separators, and doubled quotation marks (RFC 4180 section 2). */
const cellsOf = (line: string, separator = separators.join('')): string[] =>
  [
    ...`${separator.at(-1)}${line.slice(0, mostOfRow)}`.matchAll(
      new RegExp(`[${separator}] *("(?:[^"]|"")*"(?= *(?:[${separator}]|$))|[^${separator}]*)`, 'gu'),
    ),
  ].map(([, cell = '']) => cell.trim().replaceAll(/^"|"$/g, '').replaceAll('""', '"').trim());

/** Label separators, including those of UTS #46 section 4.2. */
const dots = /[.\u3002\uFF0E\uFF61]/u;

const domainOf = (cell: string): string | null => {
  // Most cells are not domains, and parsing a name is slow.
  if (!dots.test(cell)) return null;
  const parsed = parseDomain(takenFor(cell));
  return parsed.ok ? parsed.domain.ascii : null;
};

/** The heading in a list's first line; undefined if that line is not one. */
function headingOf(line: string): Heading | undefined {
  const cells = cellsOf(line);
  if (!cells.some(isHeading) || cells.some((cell) => domainOf(cell) !== null)) return undefined;
  const separator = separators.find((one) => cellsOf(line, one).length > 1) ?? '';
  const headed = cellsOf(line, separator || ',');
  const column = headed.findIndex(headsColumn);
  if (column === -1 || separator === '') return null;
  const titles = headed.map(headingText);
  const words = wordColumnNames.flatMap((name) => {
    const at = titles.findIndex((title) => wordColumns[name].some((word) => word === title));
    return at === -1 ? [] : [[name, at] as const];
  });
  return { column, separator, words: Object.fromEntries(words) };
}

/** The lines of a cell, because a cell may contain several domains. */
const linesOf = (cell: string): string[] =>
  cell
    .split(/[\r\n]+/u)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What the other columns of a row say of its domains. */
function wordsIn(cells: readonly string[], heading: Heading): ListedCells {
  const filled = wordColumnNames.flatMap((name) => {
    const at = heading?.words[name];
    const cell = at === undefined ? '' : (cells[at] ?? '');
    return cell === '' ? [] : [[name, cell] as const];
  });
  return Object.fromEntries(filled);
}

function readCell(cell: string, line: number, words: ListedCells): ReadLine {
  const domain = domainOf(cell);
  const reason = domain === null ? (domainMistake(cell, '')?.message ?? 'Not a domain') : null;
  return { line, input: shownAgain(cell), domain, reason, words };
}

function readRow({ text, line }: Row, heading: Heading): ReadLine[] {
  const columns = heading === null ? [] : cellsOf(text, heading.separator);
  // Lists may be concatenated: a line that lacks the column is read as if there were no heading.
  const named = columns[heading?.column ?? 0] ?? null;
  const cells = named === null ? cellsOf(text) : columns;
  const shown = cells.find((cell) => cell !== '') ?? '';
  // A company name may look like a domain without being the company's.
  if (named === '')
    return [
      { line, input: shownAgain(shown), domain: null, reason: 'Nothing stands in the column of domains', words: {} },
    ];
  const found = named ?? cells.find((cell) => linesOf(cell).some((one) => domainOf(one) !== null)) ?? shown;
  const words = named === null ? {} : wordsIn(columns, heading);
  return linesOf(found).map((cell) => readCell(cell, line, words));
}

/** A line, or several if a quoted cell contains line breaks (RFC 4180 section 2); `line` is the first one's number. */
interface Row {
  line: number;
  text: string;
}

/**
 * True if a quoted cell begins in a text and does not end in it; null if its closing quotation mark is at an invalid
 * place.
 */
function isOpen(text: string): boolean | null {
  let at = 0;
  for (;;) {
    const [before = ''] = /^ */u.exec(text.slice(at)) ?? [];
    at += before.length;
    if (text[at] === '"') {
      const rest = text.slice(at + 1);
      const end = /^(?:[^"]|"")*"(?!")/u.exec(rest)?.[0];
      if (end === undefined) return true;
      at += 1 + end.length;
      if (!/^ *(?:[;\t,]|$)/u.test(text.slice(at))) return null;
    }
    const next = /[;\t,]/u.exec(text.slice(at));
    if (next === null) return false;
    at += next.index + 1;
  }
}

/** How many lines a quoted cell may span: without an end by then, its quotation mark is a typing error. */
const mostInCell = 30;

/** The row that begins at a line: only that line if its quotation marks are unbalanced. */
function rowAt(lines: readonly string[], at: number): { text: string; takes: number } {
  const [first = ''] = lines.slice(at, at + 1);
  let text = first;
  for (let takes = 1; takes <= mostInCell && at + takes <= lines.length; takes += 1) {
    const open = isOpen(text);
    if (open === false) return { text, takes };
    if (open === null) break;
    text += `\n${lines[at + takes] ?? ''}`;
  }
  return { text: first, takes: 1 };
}

function rowsOf(text: string): Row[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const rows: Row[] = [];
  for (let at = 0; at < lines.length;) {
    const row = rowAt(lines, at);
    rows.push({ line: at + 1, text: row.text });
    at += row.takes;
  }
  return rows;
}

/**
 * True if a row contains anything: spreadsheets write rows that consist of separators, and some files begin with a line
 * that names the separator.
 */
const isFilled = ({ text }: Row): boolean => /[^\s,;"]/u.test(text) && !/^"?\s*#|^sep=.$/iu.test(text.trim());

/** How many rows above the heading, such as a title, are searched for it. */
const mostAbove = 5;

/** The heading of a list, and the rows below it; rows above it contain no domains. */
function underHeading(rows: readonly Row[]): { heading: Heading; rows: readonly Row[] } {
  for (const [at, { text }] of rows.slice(0, mostAbove).entries()) {
    const heading = headingOf(text);
    if (heading !== undefined) return { heading, rows: rows.slice(at + 1) };
    if (cellsOf(text).some((cell) => linesOf(cell).some((one) => domainOf(one) !== null))) break;
  }
  return { heading: null, rows };
}

/** The domains of a text, one per line or CSV; empty lines, comments and a heading are skipped and not counted. */
export function readLines(text: string): { lines: ReadLine[]; leftOut: number } {
  const { heading, rows } = underHeading(rowsOf(text).filter(isFilled));
  return {
    lines: rows
      .slice(0, mostLines)
      .flatMap((row) => readRow(row, heading))
      .slice(0, mostLines),
    leftOut: Math.max(0, rows.length - mostLines),
  };
}
