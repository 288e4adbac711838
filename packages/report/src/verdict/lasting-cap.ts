import type { Report } from '@perimeter/contract/report';

/** A lower total is grade F (docs/scoring.md). */
const failingBelow = 50;

/** The cause of a failing grade that is not an issue, such as a site without HTTPS; null if there is none. */
export function capWithoutIssue({ score }: Pick<Report, 'score'>): string | null {
  const [lowest] = score.caps;
  if (lowest === undefined || lowest.checkId !== null || lowest.limit >= failingBelow) return null;
  return score.uncapped > score.total ? lowest.reason : null;
}

/** Why no step raises the score while such a cap applies. */
export const lastingCapText = (reason: string, total: number): string =>
  `${reason}. Fix this first: until then the score stays at ${total}, whatever else is fixed.`;
