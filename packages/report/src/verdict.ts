import type { Severity } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import type { Grade } from '@perimeter/contract/score';

/** Grades with which nothing has to be done at once. */
const goodGrades: ReadonlySet<Grade> = new Set(['A+', 'A']);

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;

/** The answer to "am I fine, and what comes next" in one sentence. */
export function verdict({ severities: counts, score, findings }: Report): string {
  if (findings.length === 0) {
    return score.notAPlus.length === 0 ? 'Everything that was looked at is in its best state' : 'No weakness was found';
  }
  const named = (of: readonly Severity[]): string[] =>
    of.filter((severity) => counts[severity] > 0).map((severity) => `${counts[severity]} ${severity}`);
  const urgent = named(['critical', 'high']);
  if (urgent.length > 0) {
    const noun = counts.critical + counts.high === 1 ? 'finding' : 'findings';
    return `Fix the ${listed(urgent)} ${noun} first`;
  }
  const rest = listed(named(['medium', 'low']));
  return goodGrades.has(score.grade)
    ? `Nothing urgent; ${rest} left to mend`
    : `No single emergency; ${rest} keep the grade down`;
}
