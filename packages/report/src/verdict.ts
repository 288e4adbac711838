import { categoryKey, categoryTitles } from '@perimeter/contract/category';
import type { Severity } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import type { Grade } from '@perimeter/contract/score';
import { standingOf } from '@perimeter/contract/standing';
import { listed } from './words.ts';

/** Grades with which nothing has to be done at once. */
const goodGrades: ReadonlySet<Grade> = new Set(['A+', 'A']);

const nounOf = (count: number): string => (count === 1 ? 'finding' : 'findings');

/** What could not be seen, where that is much: applicable categories that were not assessed, or too few results. */
function unseen(report: Report): string | null {
  if (report.score.gradeStatus !== 'provisional') return null;
  const { applicable, concluded } = report.coverage.overall;
  const blind = categoryKey.options.filter(
    (key) => report.coverage.categories[key].applicable > 0 && standingOf(report, key) === 'not-assessed',
  );
  return blind.length > 0
    ? `${listed(blind.map((key) => categoryTitles[key]))} could not be assessed`
    : `${applicable - concluded} of ${applicable} applicable checks had no result`;
}

const named = ({ severities }: Report, of: readonly Severity[]): string[] =>
  of.filter((severity) => severities[severity] > 0).map((severity) => `${severities[severity]} ${severity}`);

/** What to fix at once; null where nothing is critical or high. */
function urgent(report: Report): string | null {
  const names = named(report, ['critical', 'high']);
  const { critical, high } = report.severities;
  return names.length === 0 ? null : `Fix the ${listed(names)} ${nounOf(critical + high)} first`;
}

function otherFindings(report: Report): string {
  const { medium, low } = report.severities;
  return `${listed(named(report, ['medium', 'low']))}-severity ${nounOf(medium + low)}`;
}

/** The verdict on what could be seen, where much could not: it never says that all is well. */
function partialVerdict(report: Report): string {
  return urgent(report) ?? (report.findings.length === 0 ? 'No issues found in the rest' : otherFindings(report));
}

/** Below this total a grade is F (docs/scoring.md). */
const failingBelow = 50;

/** The reason of a failing grade that no finding states, such as a site without HTTPS; null where there is none. */
function capWithoutFinding({ score }: Report): string | null {
  const [lowest] = score.caps;
  if (lowest === undefined || lowest.checkId !== null || lowest.limit >= failingBelow) return null;
  return score.uncapped > score.total ? lowest.reason : null;
}

function wholeVerdict(report: Report): string {
  const { score, findings } = report;
  const cause = capWithoutFinding(report);
  if (cause !== null) return cause;
  if (findings.length === 0) return score.notAPlus.length === 0 ? 'All applicable checks passed' : 'No issues found';
  const rest = goodGrades.has(score.grade)
    ? `No urgent issues. ${otherFindings(report)}`
    : `No critical or high findings. ${listed(named(report, ['medium', 'low']))} to fix`;
  return urgent(report) ?? rest;
}

/** The answer to "am I fine, and what comes next"; what could not be seen comes first. */
export function verdict(report: Report): string {
  const gap = unseen(report);
  return gap === null ? wholeVerdict(report) : `${gap}. ${partialVerdict(report)}`;
}
