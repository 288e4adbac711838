import type { Report } from '@perimeter/contract/report';
import { padEnd, truncate } from './display-width.ts';
import { gradeStyle } from './headline.ts';
import { heading, MARGIN, type Screen } from './screen.ts';
import { type Line, span } from './style.ts';

type Step = Report['outlook']['steps'][number];

const stepNames: Record<Step['name'], string> = { contain: 'critical and high', fix: 'medium', harden: 'low' };

const NAME_COLUMNS = 'first critical and high'.length;
/** Margin, name, and two blanks before score, grade and names. */
const FIXED_COLUMNS = MARGIN + NAME_COLUMNS + 2 + 3 + 2 + 2 + 2;

function stepRow(screen: Screen, { name, checkIds, total, grade }: Step, index: number): Line {
  const lead = index === 0 ? 'first' : 'then';
  const title = padEnd(`${lead} ${stepNames[name]}`, NAME_COLUMNS);
  const names = screen.clean(checkIds.join(', '), 500);
  return [
    span(`${' '.repeat(MARGIN)}${title}  ${String(total).padStart(3)}  `),
    span(grade.padEnd(2), gradeStyle(grade)),
    span(`  ${truncate(names, screen.width - FIXED_COLUMNS - 1, screen.symbols.cut)}`, 'dim'),
  ];
}

/** What to mend in which order, and the score and grade that each step leads to; nothing where there is nothing to mend. */
export function roadmap({ outlook }: Report, screen: Screen): Line[] {
  const steps = outlook.steps.filter(({ checkIds }) => checkIds.length > 0);
  if (steps.length === 0) return [];
  return [heading(screen, 'What mending brings'), ...steps.map((step, index) => stepRow(screen, step, index)), []];
}
