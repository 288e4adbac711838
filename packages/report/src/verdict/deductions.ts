import type { Report } from '@perimeter/contract/report';
import type { Deduction } from '@perimeter/contract/score';

/** Why deductions are not ordered like severities (docs/scoring.md). */
export const deductionsNote = (hasAlone: boolean): string =>
  `Each failed check takes its share of the points that the checks before it left of the category, so an issue of high severity can cost fewer points than one of medium severity.${hasAlone ? ' “Alone” is what it would cost by itself.' : ''}`;

/** The deductions, largest first, and whether each has its amount alone, as in reports since schema 1.3. */
export const deductionsOf = ({ score }: Pick<Report, 'score'>): { rows: Deduction[]; hasAlone: boolean } => ({
  rows: score.deductions.toSorted((a, b) => b.milliPoints - a.milliPoints),
  hasAlone: score.deductions.some(({ aloneMilliPoints }) => aloneMilliPoints !== undefined),
});
