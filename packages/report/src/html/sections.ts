import type { Report } from '@perimeter/contract/report';
import type { ColumnKind, Section, SectionTable } from '@perimeter/contract/section';
import { noValue, type PreparedCell, type PreparedTable, preparedTable } from '../sections/prepared.ts';
import { sectionsOf } from '../sections/sections-of.ts';
import { figureHtml } from './scene.ts';
import { scrolling } from './table.ts';
import { text } from './text.ts';

/** Limits for the rows of a table and the figures of a section; the JSON report has all. */
const maxRows = 1_000;
const maxFigures = 40;
/** Longer tables are folded. */
const openRows = 16;
/** Characters of one cell. */
const maxCell = 1_000;
/** Tables with more columns need the full width of a sheet of paper. */
const mostNarrowColumns = 4;
/** Longer code may be broken over lines. */
const shortCode = 26;

const classes: Partial<Record<ColumnKind, string>> = { number: ' class="number"', date: ' class="date"' };

/** Longer text keeps a readable minimum width on narrow screens. */
const longText = 28;

const tdClass = (cell: PreparedCell | undefined, kind: ColumnKind): string =>
  kind !== 'number' && kind !== 'date' && (cell?.text.length ?? 0) > longText ? ' class="long"' : (classes[kind] ?? '');

function cellHtml({ text: value, tone }: PreparedCell, kind: ColumnKind): string {
  const shown = text(value, maxCell);
  if (kind === 'code' && value !== noValue)
    return `<code${value.length > shortCode ? '' : ' class="short"'}>${shown}</code>`;
  return tone === null || tone === 'neutral' ? shown : `<span class="tag ${tone}">${shown}</span>`;
}

function bodyHtml({ columns, rows }: PreparedTable): string {
  const heads = columns.map(({ title, kind }) => `<th scope="col"${classes[kind] ?? ''}>${text(title)}</th>`);
  const lines = rows.map(
    (cells) =>
      `<tr>${cells.map((cell, index) => `<td${tdClass(cell, columns[index]?.kind ?? 'text')}>${cellHtml(cell, columns[index]?.kind ?? 'text')}</td>`).join('')}</tr>`,
  );
  return scrolling(
    'Table',
    `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`,
  );
}

function tableHtml(table: SectionTable): string {
  const prepared = preparedTable(table, maxRows);
  const { caption, rows, left, note } = prepared;
  if (rows.length === 0) return '';
  const notes = [
    left > 0 ? `<p class="quiet">${left} more rows are in the JSON report.</p>` : '',
    note === null ? '' : `<p class="quiet wrap">${text(note)}</p>`,
  ].join('');
  const body = `${bodyHtml(prepared)}${notes}`;
  const width = prepared.columns.length > mostNarrowColumns ? 'wide' : 'narrow';
  const count = `<span class="quiet">${rows.length + left} rows</span>`;
  const html =
    rows.length > openRows
      ? `<details><summary><strong>${text(caption)}</strong> ${count}</summary><div>${body}</div></details>`
      : `<h3>${text(caption)}</h3>${body}`;
  return `<div class="${width}">${html}</div>`;
}

function sectionHtml({ title, tables, figures }: Section): string {
  const more = figures.length - maxFigures;
  const drawn = figures.slice(0, maxFigures).map(figureHtml);
  return `<h2>${text(title)}</h2>${drawn.length === 0 ? '' : `<div class="figures">${drawn.join('\n')}</div>`}
${more > 0 ? `<p class="quiet">${more} more figures are in the JSON report.</p>` : ''}<div class="tables">${tables.map(tableHtml).join('\n')}</div>`;
}

/** What was observed, section by section. */
export const sections = (report: Report): string => sectionsOf(report).map(sectionHtml).join('\n');
