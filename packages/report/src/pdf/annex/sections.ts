import type { Report } from '@perimeter/contract/report';
import type { ColumnKind, Section, SectionFigure, SectionTable } from '@perimeter/contract/section';
import { layoutScene } from '../../sections/layout.ts';
import { sceneText } from '../../sections/outline.ts';
import { type PlacedScene, sceneMeasures } from '../../sections/placed.ts';
import { noValue, type PreparedCell, preparedTable } from '../../sections/prepared.ts';
import { sectionsOf } from '../../sections/sections-of.ts';
import { createPrinter, flowing, printable } from '../printable.ts';
import type { AnnexLimits } from './limits.ts';

const sans = createPrinter('Perimeter Sans');
const mono = createPrinter('Perimeter Mono');

type Shown = Pick<AnnexLimits, 'rows' | 'tables' | 'figures' | 'figureHeight'>;
const maxCell = 400;
/** Longest word that fits the narrowest column. */
const longestWord = 14;
/** Limits of a column's share of the width, in characters. */
const minShare = 6;
const maxShare = 46;
/** Characters in a page's width, and those that a cell's padding takes. */
const pageCharacters = 100;
const cellEdges = 2;

const clean = (text: string, maxLength = 200): string => flowing(printable(sans, text, maxLength));

/** Headings must not be empty, because the PDF export would fail. */
const headed = (text: string, maxLength?: number): string => (text.trim() === '' ? noValue : clean(text, maxLength));

const cellOf = ({ text, tone }: PreparedCell, kind: ColumnKind): object => ({
  text: flowing(printable(kind === 'code' ? mono : sans, text, maxCell), longestWord),
  kind: text === noValue ? 'text' : kind,
  tone: tone ?? 'neutral',
});

/**
 * The columns' shares of the width: if they do not fit, long columns shrink first, so that no word overlaps the next
 * column.
 */
function sharesOf(lengths: readonly number[]): number[] {
  const wanted = lengths.map((length) => Math.min(maxShare, Math.max(minShare, length)) + cellEdges);
  const kept = wanted.map((share) => Math.min(share, longestWord + cellEdges));
  const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
  const [all, least] = [sum(wanted), sum(kept)];
  if (all <= pageCharacters || all === least) return wanted;
  const left = Math.max(0, pageCharacters - least) / (all - least);
  return wanted.map((share, index) => {
    const own = kept[index] ?? share;
    return own + (share - own) * left;
  });
}

function tableOf(table: SectionTable, maxRows: number): object[] {
  const { caption, columns, rows, left, note } = preparedTable(table, maxRows);
  if (columns.length === 0) return [];
  const lengthOf = (index: number): number =>
    Math.max(...rows.map((cells) => cells[index]?.text.length ?? 0), columns[index]?.title.length ?? 0);
  const shares = sharesOf(columns.map((_, index) => lengthOf(index)));
  return [
    {
      caption: headed(caption),
      columns: columns.map(({ title, kind }, index) => ({
        name: clean(title, 40),
        kind,
        share: shares[index] ?? minShare,
      })),
      rows: rows.map((cells) => cells.map((cell, index) => cellOf(cell, columns[index]?.kind ?? 'text'))),
      left,
      note: note === null ? null : clean(note, 400),
    },
  ];
}

/** Maximum width and height of a figure in points; larger ones are scaled down. */
const pageWidth = 480;
const pageHeight = 560;
/** Points per unit of the layout, if there is room. */
const scale = 0.57;

/** Laid out to the right if that is legible on the page, else downward. */
function laidOut(figure: SectionFigure): PlacedScene {
  const options = { columns: 28, clean: (text: string) => printable(mono, text, 300) };
  const right = layoutScene(figure.scene, { ...options, flow: 'right' });
  return right.width * scale <= pageWidth && right.height <= right.width * 2
    ? right
    : layoutScene(figure.scene, { ...options, flow: 'down' });
}

function figureOf(figure: SectionFigure, mostHeight: number): object[] {
  const placed = laidOut(figure);
  const fitting = Math.min(scale, pageWidth / Math.max(1, placed.width), pageHeight / Math.max(1, placed.height));
  if (placed.height * fitting > mostHeight) return [];
  return [
    {
      ...placed,
      caption: headed(figure.caption, 400),
      alt: printable(sans, sceneText(figure.caption, figure.scene), 2_000),
      scale: fitting,
      measures: sceneMeasures,
    },
  ];
}

function sectionOf({ title, tables, figures }: Section, limits: Shown): object {
  const printed = figures.slice(0, limits.figures).flatMap((figure) => figureOf(figure, limits.figureHeight));
  return {
    title: headed(title, 80),
    figures: printed,
    moreFigures: figures.length - printed.length,
    tables: tables.slice(0, limits.tables).flatMap((table) => tableOf(table, limits.rows)),
    moreTables: Math.max(0, tables.length - limits.tables),
  };
}

/** What was observed, as the document prints it. */
export const printedSections = (report: Report, limits: Shown): object[] =>
  sectionsOf(report).map((section) => sectionOf(section, limits));
