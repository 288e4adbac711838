import type { Report } from '@perimeter/contract/report';
import type { Weakness } from './weaknesses.ts';
import { bySeverity, listed, numberWord, subjectOf } from './words.ts';

const severityOf = ([{ severity }]: Weakness) => severity;

/** How many of the weaknesses are grave, as an addition to their number. */
function graveAmong(weaknesses: readonly Weakness[]): string {
  const counts = bySeverity(weaknesses.map(severityOf));
  const [first] = counts;
  if (weaknesses.length === 1 && first !== undefined) return `rated ${first.severity}`;
  const grave = counts.filter(({ severity }) => severity === 'critical' || severity === 'high');
  if (grave.length === 0) return 'none of them rated critical or high';
  const all = counts.length === 1;
  return all
    ? `all of them rated ${first?.severity ?? ''}`
    : `${listed(grave.map(({ severity, count }) => `${numberWord(count)} rated ${severity}`))} among them`;
}

/** Where mending leads, by the report's own outlook: to the first better grade, else to more points. */
function gainOf({ score, outlook }: Report, weaknesses: readonly Weakness[]): string {
  const last = outlook.steps.at(-1);
  const better = outlook.steps.find(({ grade }) => grade !== score.grade) ?? last;
  const grade = score.gradeStatus === 'provisional' ? 'provisional grade' : 'grade';
  if (last === undefined || better === undefined || last.total <= score.total) {
    return `the ${grade} is ${score.grade}, with ${score.total} of 100 points`;
  }
  const mended = new Set(outlook.steps.slice(0, outlook.steps.indexOf(better) + 1).flatMap(({ checkIds }) => checkIds));
  const severities = weaknesses.filter(([{ checkId }]) => mended.has(checkId)).map(severityOf);
  const all = weaknesses.length === 1 ? 'it' : 'all of them';
  const rated = bySeverity(severities).map(({ severity }) => severity);
  const some = `${severities.length === 1 ? 'the one' : 'those'} rated ${listed(rated)}`;
  const what = better === last || rated.length === 0 ? all : some;
  return better.grade === score.grade
    ? `mending ${what} would raise the score from ${score.total} to ${better.total}`
    : `mending ${what} would raise the ${grade} from ${score.grade} to ${better.grade}`;
}

/** One sentence that says it all: what was found, and where mending leads. Nothing in it is not in the report. */
export function headline(report: Report, weaknesses: readonly Weakness[]): string {
  const { score, coverage } = report;
  const shown = `in what ${subjectOf(report.domain)} shows the internet`;
  if (weaknesses.length === 0) {
    const open = coverage.overall.applicable - coverage.overall.concluded;
    const unanswered =
      open === 0 ? '' : `, with ${numberWord(open)} of ${coverage.overall.applicable} checks unanswered`;
    const grade = score.gradeStatus === 'provisional' ? 'provisional grade' : 'grade';
    return `This audit found no weakness ${shown}: ${score.total} of 100 points, ${grade} ${score.grade}${unanswered}.`;
  }
  const found = weaknesses.length === 1 ? 'one weakness' : `${numberWord(weaknesses.length)} weaknesses`;
  return `This audit found ${found} ${shown}, ${graveAmong(weaknesses)}; ${gainOf(report, weaknesses)}.`;
}
