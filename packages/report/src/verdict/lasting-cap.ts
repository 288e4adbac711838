import type { Report } from '@perimeter/contract/report';

/** Below this total a grade is F (docs/scoring.md). */
const failingBelow = 50;

/** The reason of a failing grade that no issue states, such as a site without HTTPS; null where there is none. */
export function capWithoutIssue({ score }: Pick<Report, 'score'>): string | null {
  const [lowest] = score.caps;
  if (lowest === undefined || lowest.checkId !== null || lowest.limit >= failingBelow) return null;
  return score.uncapped > score.total ? lowest.reason : null;
}

/** Why no step of a roadmap raises the score while such a cap applies. */
export const lastingCapText = (reason: string, total: number): string =>
  `${reason}. Fix this first: until then the score stays at ${total}, whatever else is fixed.`;
