import type { Report } from '@perimeter/contract/report';
import type { Section, SectionFigure } from '@perimeter/contract/section';
import { outlineOf, outlineText } from '../sections/outline.ts';
import { preparedTable } from '../sections/prepared.ts';
import { heading, MARGIN, paragraph, row, type Screen } from './screen.ts';
import type { Line } from './style.ts';
import { tableLines } from './table.ts';

/** Limits for the rows of a table, figures of a section and lines of a figure. */
const maxRows = 12;
const maxFigures = 4;
const maxFigureLines = 12;
/** Deeper boxes are not indented further. */
const maxDepth = 6;

function figureLines(screen: Screen, { caption, scene }: SectionFigure): Line[] {
  const lines = outlineOf(scene);
  const rest = lines.length - maxFigureLines;
  return [
    row(screen, MARGIN, screen.clean(caption), 'bold'),
    ...lines.slice(0, maxFigureLines).flatMap((line) =>
      paragraph(screen, screen.clean(outlineText(line), 300), {
        indent: MARGIN + 2 * Math.min(line.depth, maxDepth),
      }),
    ),
    ...(rest > 0 ? [row(screen, MARGIN, `${screen.symbols.cut} ${rest} more in --format json`, 'dim')] : []),
    [],
  ];
}

function sectionLines(screen: Screen, { title, tables, figures }: Section): Line[] {
  const more = figures.length - maxFigures;
  return [
    heading(screen, screen.clean(title, 40)),
    ...figures.slice(0, maxFigures).flatMap((figure) => figureLines(screen, figure)),
    ...(more > 0
      ? [row(screen, MARGIN, `${screen.symbols.cut} ${more} more figures in --format json`, 'dim'), []]
      : []),
    ...tables.flatMap((table) => tableLines(screen, preparedTable(table, maxRows))),
  ];
}

/** What was observed, section by section; a report from before schema 1.2 has none. */
export const sections = ({ sections: all = [] }: Report, screen: Screen): Line[] =>
  all.flatMap((section) => sectionLines(screen, section));
