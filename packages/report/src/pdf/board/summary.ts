import { categoryKey, categoryTitles } from '@perimeter/contract/category';
import type { Report } from '@perimeter/contract/report';
import { standingOf } from '@perimeter/contract/standing';
import { severity } from '@perimeter/contract/finding';
import { severityTexts, tallyOf } from '@perimeter/contract/issue';
import { capWithoutIssue } from '../../verdict/lasting-cap.ts';
import { provisionalCause, subjectOf } from '../../verdict/verdict.ts';
import { counted, inSentence, numberWord } from '../../words.ts';
import { changesSince, type PreviousAudit } from '../changes.ts';
import { clean, typographic } from '../typography.ts';
import { clock, longDate, tellingDate } from '../dates.ts';

const checksOf = ({ modules }: Report): number => modules.reduce((sum, { checks }) => sum + checks.length, 0);

const hostsOf = ({ dns }: Report): number =>
  new Set((dns?.addresses ?? []).filter(({ probed }) => probed).map(({ host }) => host)).size;

/** When the audit ran. */
export function whenItWas({ startedAt, completedAt }: Report): string {
  const [from, to] = [clock(startedAt), clock(completedAt)];
  const [day, lastDay] = [longDate(startedAt), longDate(completedAt)];
  if (day !== lastDay) return `Between ${from} UTC on ${day} and ${to} UTC on ${lastDay}`;
  return from === to ? `At ${from} UTC on ${day}` : `Between ${from} and ${to} UTC on ${day}`;
}

function whatWasDone(report: Report): string {
  const hosts = hostsOf(report);
  const where = hosts > 0 ? ` on ${counted(hosts, 'host')}` : '';
  const tally = tallyOf(report.findings);
  const found =
    tally.issues === 0
      ? 'We found no issues.'
      : `We found ${counted(tally.issues, 'issue')} with ${counted(tally.findings, 'finding')}: ${inSentence(severityTexts(tally))} severity.`;
  return (
    `${whenItWas(report)}, we audited ${subjectOf(report)} over the network with ` +
    `${counted(checksOf(report), 'check')}${where} and without credentials. ${found}`
  );
}

function whereItStands(report: Report): string {
  const { score, coverage } = report;
  const stands = `The score is ${score.total} of 100, grade ${score.grade}${score.gradeStatus === 'provisional' ? ` (provisional, because ${provisionalCause(report)})` : ''}.`;
  const [cap] = score.caps;
  const capped =
    cap === undefined || score.uncapped <= score.total
      ? ''
      : ` Without the cap of ${cap.limit} it would be ${score.uncapped}. Reason for the cap: ${cap.reason.charAt(0).toLowerCase()}${cap.reason.slice(1)}.`;
  const assessed = categoryKey.options.filter((key) => standingOf(report, key) === 'assessed');
  const parts = assessed.map(
    (key) =>
      `${categoryTitles[key]} ${score.categories[key]} (${counted(coverage.categories[key].applicable, 'check')})`,
  );
  const spread = parts.length < 2 ? '' : ` By category: ${inSentence(parts)}.`;
  return stands + capped + spread;
}

/** The severities in a step: "critical and high", or the only one. */
function severitiesOf({ findings }: Report, checkIds: readonly string[]): string {
  const { bySeverity } = tallyOf(findings.filter(({ checkId }) => checkIds.includes(checkId)));
  return inSentence(severity.options.filter((name) => bySeverity[name] > 0));
}

function whatToDo(report: Report): string | null {
  const { outlook, score } = report;
  if (outlook.steps.length === 0 || capWithoutIssue(report) !== null) return null;
  if (outlook.steps.every(({ total }) => total <= score.total)) return 'The roadmap lists each fix.';
  const parts = outlook.steps.map(
    ({ checkIds, total, grade }, index) =>
      `${index === 0 ? 'Fixing' : 'then fixing'} the ${severitiesOf(report, checkIds)} severity ${checkIds.length === 1 ? 'issue' : 'issues'} ${index === 0 ? 'brings the score' : 'brings it'} to ${total} (grade ${grade})`,
  );
  return `${inSentence(parts)}, if nothing else changes. The roadmap lists each fix.`;
}

function whatChanged(report: Report, previous: PreviousAudit | null): string | null {
  if (previous === null) return null;
  const { total } = report.score;
  const difference = Math.abs(total - previous.total);
  const moved =
    difference === 0
      ? 'The score is the same as in'
      : `The score is ${counted(difference, 'point')} ${total > previous.total ? 'higher' : 'lower'} than in`;
  const { fresh, spread, firstAsked, gone, unanswered } = changesSince(report, previous);
  const parts = [
    `${numberWord(fresh.length)} new`,
    `${numberWord(gone.length)} no longer found`,
    ...(spread.length === 0 ? [] : [`${numberWord(spread.length)} found in more places`]),
    ...(firstAsked.length === 0 ? [] : [`${numberWord(firstAsked.length)} from checks without a result in that audit`]),
    ...(unanswered.length === 0 ? [] : [`${numberWord(unanswered.length)} from checks without a result in this audit`]),
  ];
  const policy =
    previous.policyVersion === report.score.policyVersion
      ? ''
      : ` The scoring policy changed from ${previous.policyVersion} to ${report.score.policyVersion}, which may explain part of the difference.`;
  return `${moved} the audit of ${tellingDate(previous.completedAt, [report.completedAt])} (${previous.total}, grade ${previous.grade}). Issues: ${inSentence(parts)}.${policy}`;
}

function whatWasNotSeen(report: Report): string {
  const { applicable, concluded } = report.coverage.overall;
  const blind = categoryKey.options.filter((key) => standingOf(report, key) === 'not-assessed');
  const names = blind.length === 0 ? '' : ` Not assessed: ${blind.map((key) => categoryTitles[key]).join('; ')}.`;
  return `Of ${counted(applicable, 'applicable check')}, ${concluded === applicable ? 'all' : concluded} had a result.${names} Annex E lists what is missing, with the reasons.`;
}

/** The summary for non-engineers; every number in it is from the report. */
export const summary = (report: Report, previous: PreviousAudit | null): string[] =>
  [
    whatWasDone(report),
    whereItStands(report),
    whatChanged(report, previous),
    whatToDo(report),
    whatWasNotSeen(report),
  ].flatMap((paragraph) => (paragraph === null ? [] : [clean(typographic(paragraph))]));
