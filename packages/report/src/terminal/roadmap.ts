import type { Report } from '@perimeter/contract/report';
import { padEnd, truncate } from '../display-width.ts';
import { gradeStyle } from './headline.ts';
import { fixesOf, fixNote, maxFirst, stepTitles } from '../verdict/fix-first.ts';
import { capWithoutIssue, lastingCapText } from '../verdict/lasting-cap.ts';
import { heading, MARGIN, paragraph, type Screen } from './screen.ts';
import { type Line, span } from './style.ts';

type Step = Report['outlook']['steps'][number];

/** The first fixes, the same in every form. */
const firstRows = (report: Report, screen: Screen): Line[] =>
  fixesOf(report)
    .slice(0, maxFirst)
    .flatMap((fix, index) => {
      const note = fixNote(fix);
      const name = `${fix.issue[0].title}${note === '' ? '' : `: ${note}`}`;
      return paragraph(screen, screen.clean(name, 400), { indent: MARGIN, lead: [`${index + 1}. `, 'plain'] });
    });

const NAME_COLUMNS = Math.max(...Object.values(stepTitles).map(({ length }) => length)) + 3;
/** Margin, name, and two blanks before score, grade and names. */
const FIXED_COLUMNS = MARGIN + NAME_COLUMNS + 2 + 3 + 2 + 2 + 2;

function stepRow(screen: Screen, { name, checkIds, total, grade }: Step, index: number): Line {
  const title = padEnd(`${index + 1}. ${stepTitles[name]}`, NAME_COLUMNS);
  const names = screen.clean(checkIds.join(', '), 500);
  return [
    span(`${' '.repeat(MARGIN)}${title}  ${String(total).padStart(3)}  `),
    span(grade.padEnd(2), gradeStyle(grade)),
    span(`  ${truncate(names, screen.width - FIXED_COLUMNS - 1, screen.symbols.cut)}`, 'dim'),
  ];
}

/** What to fix in which order, with the score and grade after each step; empty without failed checks. */
export function roadmapLines(report: Report, screen: Screen): Line[] {
  const steps = report.outlook.steps.filter(({ checkIds }) => checkIds.length > 0);
  if (steps.length === 0) return [];
  const cause = capWithoutIssue(report);
  const limit =
    cause === null
      ? []
      : paragraph(screen, screen.clean(lastingCapText(cause, report.score.total)), { indent: MARGIN });
  return [
    heading(screen, 'What to fix first'),
    ...firstRows(report, screen),
    [],
    heading(screen, 'Score after fixes'),
    ...limit,
    ...steps.map((step, index) => stepRow(screen, step, index)),
    [],
  ];
}
