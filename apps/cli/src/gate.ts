import { type Severity, severity } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import { type Grade, grade } from '@perimeter/contract/score';

/** What a report must fulfil so that a pipeline goes on; null: not asked. */
export interface Gate {
  failOn: Severity | null;
  minGrade: Grade | null;
  minScore: number | null;
}

// Both lists of the contract stand best or worst first, so a position in them compares.
const atLeastAsBad = (limit: Severity): Severity[] => severity.options.slice(0, severity.options.indexOf(limit) + 1);
const isWorse = (a: Grade, b: Grade): boolean => grade.options.indexOf(a) > grade.options.indexOf(b);

/** Why a report does not pass, one reason a line; none where it passes. */
export function gateFailures({ failOn, minGrade, minScore }: Gate, { severities, score }: Report): string[] {
  const counted = failOn === null ? 0 : atLeastAsBad(failOn).reduce((sum, level) => sum + severities[level], 0);
  const orWorse = failOn === 'critical' ? '' : ' or worse';
  return [
    ...(counted > 0 ? [`${counted} finding${counted === 1 ? '' : 's'} of severity ${failOn}${orWorse}`] : []),
    ...(minGrade !== null && isWorse(score.grade, minGrade) ? [`grade ${score.grade} is below ${minGrade}`] : []),
    ...(minScore !== null && score.total < minScore ? [`score ${score.total} is below ${minScore}`] : []),
  ];
}
