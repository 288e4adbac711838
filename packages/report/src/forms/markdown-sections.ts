import type { Report } from '@perimeter/contract/report';
import type { ColumnKind, Section, SectionFigure, SectionTable } from '@perimeter/contract/section';
import { outlineOf, outlineText } from '../sections/outline.ts';
import { noValue, type PreparedCell, preparedTable } from '../sections/prepared.ts';
import { codeCell, literal, literalHtml, tableLines } from './markdown-text.ts';

/** Limits for the figures of a section and the lines of a figure; the JSON report has all. */
const maxFigures = 6;
const maxFigureLines = 16;
const maxDepth = 6;
const maxCell = 160;

function cellText({ text, tone }: PreparedCell, kind: ColumnKind): string {
  if (kind === 'code' && text !== noValue) return codeCell(text, maxCell);
  const shown = literal(text, maxCell);
  return tone === 'bad' || tone === 'fair' ? `**${shown}**` : shown;
}

function sectionTable(table: SectionTable, maxRows: number): string[] {
  const { caption, columns, rows, left, note } = preparedTable(table, maxRows);
  if (columns.length === 0) return [];
  const below = [
    ...(left > 0 ? [`${left} more rows are in the JSON report.`] : []),
    ...(note === null ? [] : [literal(note)]),
  ];
  return [
    `**${literal(caption)}**`,
    '',
    ...tableLines(
      columns.map(({ title, kind }) => ({ title: literal(title), align: kind === 'number' ? 'right' : 'left' })),
      rows.map((cells) => cells.map((cell, index) => cellText(cell, columns[index]?.kind ?? 'text'))),
    ),
    '',
    ...below.flatMap((text) => [text, '']),
  ];
}

function figureLines({ caption, scene }: SectionFigure): string[] {
  const lines = outlineOf(scene);
  const rest = lines.length - maxFigureLines;
  return [
    `**${literal(caption)}**`,
    '',
    ...lines
      .slice(0, maxFigureLines)
      .map((line) => `${'  '.repeat(Math.min(line.depth, maxDepth))}- ${literal(outlineText(line))}`),
    ...(rest > 0 ? [`- ${rest} more in the JSON report`] : []),
    '',
  ];
}

const sectionLines = ({ title, tables, figures }: Section, maxRows: number): string[] => [
  `<details><summary>${literalHtml(title)}</summary>`,
  '',
  ...figures.slice(0, maxFigures).flatMap(figureLines),
  ...tables.flatMap((table) => sectionTable(table, maxRows)),
  '</details>',
  '',
];

/** The observed sections, each folded, with a limited number of rows per table; a report before schema 1.2 has none. */
export const sectionParts = ({ sections = [] }: Report, maxRows: number): string[][] =>
  sections.map((section) => sectionLines(section, maxRows));
