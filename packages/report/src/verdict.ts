import type { Severity } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import type { Grade } from '@perimeter/contract/score';

/** Grades with which nothing has to be done at once. */
const goodGrades: ReadonlySet<Grade> = new Set(['A+', 'A']);

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;

const nounOf = (count: number): string => (count === 1 ? 'finding' : 'findings');

/** The answer to "am I fine, and what comes next" in one sentence. */
export function verdict({ severities: counts, score, findings }: Report): string {
  if (findings.length === 0) {
    return score.notAPlus.length === 0 ? 'All applicable checks passed' : 'No issues found';
  }
  const named = (of: readonly Severity[]): string[] =>
    of.filter((severity) => counts[severity] > 0).map((severity) => `${counts[severity]} ${severity}`);
  const urgent = named(['critical', 'high']);
  if (urgent.length > 0) {
    return `Fix the ${listed(urgent)} ${nounOf(counts.critical + counts.high)} first`;
  }
  const rest = listed(named(['medium', 'low']));
  return goodGrades.has(score.grade)
    ? `No urgent issues. ${rest}-severity ${nounOf(counts.medium + counts.low)}`
    : `No critical or high findings. ${rest} to fix`;
}
