import type { Severity } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import type { Issue } from '@perimeter/contract/issue';
import { capWithoutIssue } from './lasting-cap.ts';
import { limitsOf, subjectOf } from './verdict.ts';
import { bySeverity, counted, inSentence, numberWord } from '../words.ts';

const severityOf = ([{ severity }]: Issue): Severity => severity;

const isSevere = (severity: Severity): boolean => severity === 'critical' || severity === 'high';

/** How many of the issues are severe, appended to their number. */
function severeAmong(issues: readonly Issue[]): string {
  const counts = bySeverity(issues.map(severityOf));
  const [first] = counts;
  if (counts.length === 1 && first !== undefined) return `all of them ${first.severity} severity`;
  const severe = counts.filter(({ severity }) => isSevere(severity));
  if (severe.length === 0) return 'none of them critical or high severity';
  return `${inSentence(severe.map(({ severity, count }) => `${numberWord(count)} of them ${severity}`))} severity`;
}

const gradeWord = ({ gradeStatus }: Report['score']): string =>
  gradeStatus === 'provisional' ? 'provisional grade' : 'grade';

/** What fixes gain, from the report's outlook: the first better grade, else points. */
function gainOf({ score, outlook }: Report, issues: readonly Issue[]): string {
  const last = outlook.steps.at(-1);
  const better = outlook.steps.find(({ grade }) => grade !== score.grade) ?? last;
  if (last === undefined || better === undefined || last.total <= score.total) {
    return `The ${gradeWord(score)} is ${score.grade}, with ${score.total} of 100 points.`;
  }
  const fixed = new Set(outlook.steps.slice(0, outlook.steps.indexOf(better) + 1).flatMap(({ checkIds }) => checkIds));
  const severities = issues.filter(([{ checkId }]) => fixed.has(checkId)).map(severityOf);
  const rated = bySeverity(severities).map(({ severity }) => severity);
  const all = issues.length === 1 ? 'it' : 'all of them';
  const some = `the ${inSentence(rated)} severity ${severities.length === 1 ? 'issue' : 'issues'}`;
  const what = better === last || rated.length === 0 ? all : some;
  return better.grade === score.grade
    ? `Fixing ${what} raises the score from ${score.total} to ${better.total}.`
    : `Fixing ${what} raises the ${gradeWord(score)} from ${score.grade} to ${better.grade}.`;
}

function withoutIssues(report: Report): string {
  const { score, coverage } = report;
  const open = coverage.overall.applicable - coverage.overall.concluded;
  const inconclusive =
    open === 0 ? '' : `, with ${open} of ${counted(coverage.overall.applicable, 'check')} inconclusive`;
  return `We found no issues on ${subjectOf(report)}: ${score.total} of 100 points, ${gradeWord(score)} ${score.grade}${inconclusive}.`;
}

/** First what could not be measured, then what was found and what fixing it gains; everything is from the report. */
export function headline(report: Report, issues: readonly Issue[]): string {
  const [first] = issues;
  const gap = limitsOf(report);
  const limits = gap === null ? '' : `${gap}. `;
  if (first === undefined) return limits + withoutIssues(report);
  const found =
    issues.length === 1
      ? `one ${severityOf(first)} severity issue on ${subjectOf(report)}`
      : `${numberWord(issues.length)} issues on ${subjectOf(report)}, ${severeAmong(issues)}`;
  const cause = capWithoutIssue(report);
  if (cause !== null) {
    return `${limits}${cause}, which limits the score to ${report.score.total}. We found ${found}.`;
  }
  return `${limits}We found ${found}. ${gainOf(report, issues)}`;
}
