import type { Report } from '@perimeter/contract/report';
import { padEnd, truncate } from '../display-width.ts';
import { gradeStyle } from './headline.ts';
import { capWithoutIssue, lastingCapText } from '../verdict/lasting-cap.ts';
import { heading, MARGIN, paragraph, type Screen } from './screen.ts';
import { type Line, span } from './style.ts';

type Step = Report['outlook']['steps'][number];

const stepNames: Record<Step['name'], string> = { contain: 'critical and high', fix: 'medium', harden: 'low' };

const NAME_COLUMNS = '1. Fix critical and high'.length;
/** Margin, name, and two blanks before score, grade and names. */
const FIXED_COLUMNS = MARGIN + NAME_COLUMNS + 2 + 3 + 2 + 2 + 2;

function stepRow(screen: Screen, { name, checkIds, total, grade }: Step, index: number): Line {
  const title = padEnd(`${index + 1}. Fix ${stepNames[name]}`, NAME_COLUMNS);
  const names = screen.clean(checkIds.join(', '), 500);
  return [
    span(`${' '.repeat(MARGIN)}${title}  ${String(total).padStart(3)}  `),
    span(grade.padEnd(2), gradeStyle(grade)),
    span(`  ${truncate(names, screen.width - FIXED_COLUMNS - 1, screen.symbols.cut)}`, 'dim'),
  ];
}

/** What to fix in which order, with the score and grade after each step; empty without failed checks. */
export function roadmap(report: Report, screen: Screen): Line[] {
  const steps = report.outlook.steps.filter(({ checkIds }) => checkIds.length > 0);
  if (steps.length === 0) return [];
  const cause = capWithoutIssue(report);
  const limit =
    cause === null
      ? []
      : paragraph(screen, screen.clean(lastingCapText(cause, report.score.total)), { indent: MARGIN });
  return [
    heading(screen, 'Score after fixes'),
    ...limit,
    ...steps.map((step, index) => stepRow(screen, step, index)),
    [],
  ];
}
