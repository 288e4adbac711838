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

const headings = new Set(['domain', 'domains', 'domain name', 'host', 'hostname', 'name', 'site', 'url', 'website']);

/** The cells of a line: separated by commas, semicolons or tabs, with or without quotation marks. */
const cellsOf = (line: string): string[] =>
  line
    .split(/[,;\t]/)
    .map((cell) => cell.trim().replaceAll(/^"|"$/g, '').trim())
    .filter((cell) => cell !== '');

const domainOf = (cell: string): string | null => {
  const parsed = parseDomain(takenFor(cell));
  return parsed.ok ? parsed.domain.ascii : null;
};

function readLine(text: string, line: number): ReadLine | null {
  const cells = cellsOf(text);
  const [first] = cells;
  if (first === undefined || first.startsWith('#')) return null;
  const found = cells.find((cell) => domainOf(cell) !== null);
  if (found !== undefined) return { line, input: shownAgain(found), domain: domainOf(found), reason: null };
  if (line === 1 && cells.some((cell) => headings.has(cell.toLowerCase()))) return null;
  return { line, input: shownAgain(first), domain: null, reason: domainMistake(first, '')?.message ?? 'Not a domain' };
}

/** The domains of a text, one a line or CSV; empty lines, comments and a heading are left out. */
export function readLines(text: string): { lines: ReadLine[]; leftOut: number } {
  const all = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const lines = all.slice(0, mostLines).map((line, n) => readLine(line, n + 1));
  return {
    lines: lines.filter((line) => line !== null),
    leftOut: all.slice(mostLines).filter((line) => line.trim() !== '').length,
  };
}
