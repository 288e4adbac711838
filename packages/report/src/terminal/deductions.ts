import { categoryTitles } from '@perimeter/contract/category';
import type { Report } from '@perimeter/contract/report';
import type { Deduction } from '@perimeter/contract/score';
import { displayWidth, truncate } from '../display-width.ts';
import { gradeStyle } from './headline.ts';
import { deductionsNote } from '../verdict/deductions.ts';
import { heading, MARGIN, paragraph, type Screen } from './screen.ts';
import { type Line, span, type Style } from './style.ts';

const MAX_ROWS = 15;
const POINT_COLUMNS = 8;
const LEFT = MARGIN + POINT_COLUMNS + 2;

const points = (screen: Screen, milliPoints: number): string => {
  const sign = milliPoints > 0 ? screen.symbols.minus : '+';
  return `${sign} ${(Math.abs(milliPoints) / 1000).toFixed(3).padStart(POINT_COLUMNS - 2)}`;
};

function line(screen: Screen, amount: string, text: string, options: { note?: string; style?: Style } = {}): Line {
  const { note = '', style = 'plain' } = options;
  const room = screen.width - LEFT - 1 - (note === '' ? 0 : note.length + 2);
  const shown = truncate(text, room, screen.symbols.cut);
  return [
    span(' '.repeat(MARGIN)),
    span(`${amount.padStart(POINT_COLUMNS)}  `, style),
    span(shown, style),
    span(' '.repeat(Math.max(0, room - displayWidth(shown) + 2))),
    span(note, 'dim'),
  ];
}

/** The largest deductions, with the others combined in one row, so that the column still adds up. */
function fold(deductions: readonly Deduction[]): Deduction[] {
  const sorted = deductions.toSorted((a, b) => b.milliPoints - a.milliPoints);
  if (sorted.length <= MAX_ROWS) return sorted;
  const rest = sorted.slice(MAX_ROWS - 1);
  const milliPoints = rest.reduce((sum, deduction) => sum + deduction.milliPoints, 0);
  const title = `${rest.length} smaller deductions`;
  return [...sorted.slice(0, MAX_ROWS - 1), { source: 'rest', kind: 'check', category: null, title, milliPoints }];
}

/** The category, and the deduction of the check alone if higher: it only takes a share of what others left. */
function noteOf(screen: Screen, { category, milliPoints, aloneMilliPoints }: Deduction): string {
  if (category === null || screen.width < 70) return '';
  const isLess = aloneMilliPoints !== undefined && aloneMilliPoints > milliPoints;
  const alone = isLess ? `alone ${points(screen, aloneMilliPoints).trim()}, ` : '';
  return `${alone}${categoryTitles[category]}`;
}

/** The calculation of the score from 100 down to the total, line by line. */
export function deductionLines({ score }: Report, screen: Screen): Line[] {
  if (score.deductions.length === 0) return [];
  return [
    heading(screen, 'Score calculation'),
    line(screen, '100.000', 'starting score', { style: 'dim' }),
    ...fold(score.deductions).map((deduction) =>
      line(screen, points(screen, deduction.milliPoints), screen.clean(deduction.title), {
        note: noteOf(screen, deduction),
      }),
    ),
    line(screen, screen.symbols.rule.repeat(POINT_COLUMNS), '', { style: 'dim' }),
    line(screen, `${score.total}.000`, `score, grade ${score.grade}`, { style: gradeStyle(score.grade) }),
    [],
    ...paragraph(screen, screen.clean(deductionsNote(false)), { indent: MARGIN, style: 'dim' }),
    [],
  ];
}
