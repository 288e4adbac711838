import type { Report } from '@perimeter/contract/report';
import type { Deduction } from '@perimeter/contract/score';

/** Why the column of deductions does not follow the severities (docs/scoring.md). */
export const deductionsNote = (hasAlone: boolean): string =>
  `Each failed check takes its share of the points that the checks before it left of the category, so an issue of high severity can cost fewer points than one of medium severity.${hasAlone ? ' “Alone” is what it would cost by itself.' : ''}`;

/** The deductions, largest first, and whether they say what each would cost alone, as reports since schema 1.3 do. */
export const deductionsOf = ({ score }: Pick<Report, 'score'>): { rows: Deduction[]; hasAlone: boolean } => ({
  rows: score.deductions.toSorted((a, b) => b.milliPoints - a.milliPoints),
  hasAlone: score.deductions.some(({ aloneMilliPoints }) => aloneMilliPoints !== undefined),
});
