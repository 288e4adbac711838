import { categoryKey, categoryTitles, type CategoryKey } from '@perimeter/contract/category';
import type { Report } from '@perimeter/contract/report';
import { standingOf, standingTexts } from '@perimeter/contract/standing';
import { padEnd } from '../display-width.ts';
import { gradeStyle } from './headline.ts';
import { heading, MARGIN, type Screen } from './screen.ts';
import { type Line, span } from './style.ts';

const TITLE_COLUMNS = 20;
const JUDGED_COLUMNS = 17;
const MAX_BAR_COLUMNS = 40;
/** Two blanks between five columns, three for the score, two for the grade. */
const FIXED_COLUMNS = MARGIN + TITLE_COLUMNS + 2 + 2 + 3 + 2 + 2 + 2 + JUDGED_COLUMNS + 1;

function categoryRow(report: Report, screen: Screen, category: CategoryKey): Line {
  const { score, coverage } = report;
  const points = score.categories[category];
  const grade = score.categoryGrades[category];
  const { applicable, concluded } = coverage.categories[category];
  const columns = Math.min(MAX_BAR_COLUMNS, Math.max(6, screen.width - FIXED_COLUMNS));
  const title = span(`${' '.repeat(MARGIN)}${padEnd(categoryTitles[category], TITLE_COLUMNS)}  `);
  const standing = standingOf(report, category);
  if (standing !== 'assessed' || grade === undefined)
    return [
      title,
      span(
        `${standing === 'assessed' ? '' : standingTexts[standing]}${applicable === 0 ? '' : `: ${concluded} of ${applicable} checks`}`,
        'dim',
      ),
    ];
  const full = Math.round((points * columns) / 100);
  const style = gradeStyle(grade);
  return [
    title,
    span(screen.symbols.barFull.repeat(full), style),
    span(screen.symbols.barEmpty.repeat(columns - full), 'dim'),
    span(`  ${String(points).padStart(3)}  `),
    span(grade.padEnd(2), style),
    span(`  ${concluded} of ${applicable} checks`, concluded < applicable ? 'fair' : 'dim'),
  ];
}

/** Each category as a bar with its score, its grade, and how much of it could be judged. */
export const categoryLines = (report: Report, screen: Screen): Line[] => [
  heading(screen, 'Categories: score, grade, checks with a result'),
  ...categoryKey.options.map((category) => categoryRow(report, screen, category)),
];
