import { categoryKey, categoryTitles } from '@perimeter/contract/category';
import type { Report } from '@perimeter/contract/report';
import { changesSince, type PreviousAudit } from './changes.ts';
import type { Weakness } from './weaknesses.ts';
import {
  bySeverity,
  capitalised,
  clock,
  counted,
  listed,
  longDate,
  numberWord,
  subjectOf,
  tellingDate,
} from './words.ts';

const checksOf = ({ modules }: Report): number => modules.reduce((sum, { checks }) => sum + checks.length, 0);

const hostsOf = ({ dns }: Report): number =>
  new Set((dns?.addresses ?? []).filter(({ probed }) => probed).map(({ host }) => host)).size;

function whenItWas({ startedAt, completedAt }: Report): string {
  const [from, to] = [clock(startedAt), clock(completedAt)];
  const [day, lastDay] = [longDate(startedAt), longDate(completedAt)];
  if (day !== lastDay) return `Between ${from} UTC on ${day} and ${to} UTC on ${lastDay}`;
  return from === to ? `At ${from} UTC on ${day}` : `Between ${from} and ${to} UTC on ${day}`;
}

function whatWasDone(report: Report, weaknesses: readonly Weakness[]): string {
  const hosts = hostsOf(report);
  const where = hosts > 0 ? ` on ${counted(hosts, 'host')}` : '';
  const places = report.findings.length;
  const rated = bySeverity(weaknesses.map(([{ severity }]) => severity)).map(
    ({ severity, count }) => `${numberWord(count)} rated ${severity}`,
  );
  const found =
    weaknesses.length === 0
      ? 'No weakness was found.'
      : `${capitalised(numberWord(weaknesses.length))} ${weaknesses.length === 1 ? 'weakness was' : 'weaknesses were'} found in ${numberWord(places)} ${places === 1 ? 'place' : 'places'}: ${listed(rated)}.`;
  return (
    `${whenItWas(report)}, ${subjectOf(report.domain)} was examined over the network, as any stranger could, with ` +
    `${counted(checksOf(report), 'check')}${where} and without credentials. ${found}`
  );
}

function whereItStands({ score, coverage }: Report): string {
  const stands = `The score is ${score.total} of 100, grade ${score.grade}${score.gradeStatus === 'provisional' ? ' (provisional, because too little could be judged)' : ''}.`;
  const [cap] = score.caps;
  const capped =
    cap === undefined || score.uncapped <= score.total
      ? ''
      : ` It would be ${score.uncapped}, but is held at ${cap.limit}: ${cap.reason.charAt(0).toLowerCase()}${cap.reason.slice(1)}.`;
  const assessed = categoryKey.options.filter((key) => coverage.categories[key].applicable > 0);
  const parts = assessed.map(
    (key) =>
      `${categoryTitles[key]} ${score.categories[key]} (${counted(coverage.categories[key].applicable, 'check')})`,
  );
  const spread = parts.length < 2 ? '' : ` By category: ${listed(parts)}.`;
  return stands + capped + spread;
}

const stepWords = { contain: 'critical or high', fix: 'medium', harden: 'low' } as const;

function whatToDo({ outlook }: Report): string | null {
  if (outlook.steps.length === 0) return null;
  const parts = outlook.steps.map(
    ({ name, total, grade }, index) =>
      `${index === 0 ? 'mending' : 'then'} what is rated ${stepWords[name]} would bring ${total} (grade ${grade})`,
  );
  return `By the same scoring rules and with all else unchanged, ${listed(parts)}. The roadmap names each measure.`;
}

const are = (count: number): string => `${numberWord(count)} ${count < 2 ? 'is' : 'are'}`;

function whatChanged(report: Report, previous: PreviousAudit | null): string | null {
  if (previous === null) return null;
  const { total } = report.score;
  const difference = Math.abs(total - previous.total);
  const moved =
    difference === 0
      ? 'The score is the same as'
      : `The score is ${counted(difference, 'point')} ${total > previous.total ? 'above' : 'below'} that`;
  const { fresh, spread, firstAsked, gone, unanswered } = changesSince(report, previous);
  const parts = [
    `${are(fresh.length)} new`,
    `${are(gone.length)} no longer seen`,
    ...(spread.length === 0 ? [] : [`${are(spread.length)} seen at further places`]),
    ...(firstAsked.length === 0 ? [] : [`${are(firstAsked.length)} seen by checks that were not answered then`]),
    ...(unanswered.length === 0 ? [] : [`${are(unanswered.length)} behind checks that were not answered now`]),
  ];
  const policy =
    previous.policyVersion === report.score.policyVersion
      ? ''
      : ` That audit was scored by policy ${previous.policyVersion}, this one by ${report.score.policyVersion}: part of the difference may come from there.`;
  return `${moved} ${difference === 0 ? 'in' : 'of'} the audit of ${tellingDate(previous.completedAt, [report.completedAt])} (${previous.total}, grade ${previous.grade}). Of the weaknesses, ${listed(parts)}.${policy}`;
}

function whatWasNotSeen({ coverage }: Report): string {
  const { applicable, concluded } = coverage.overall;
  const blind = categoryKey.options.filter((key) => coverage.categories[key].applicable === 0);
  const names = blind.length === 0 ? '' : ` Not assessed at all: ${listed(blind.map((key) => categoryTitles[key]))}.`;
  return `Of the ${counted(applicable, 'check')} that apply here, ${concluded === applicable ? 'all' : concluded} could be answered.${names} What was not looked at, and why, stands under "Not tested".`;
}

/** The summary for people who are not engineers; every figure in it is the report's. */
export const summary = (report: Report, weaknesses: readonly Weakness[], previous: PreviousAudit | null): string[] =>
  [
    whatWasDone(report, weaknesses),
    whereItStands(report),
    whatChanged(report, previous),
    whatToDo(report),
    whatWasNotSeen(report),
  ].filter((paragraph) => paragraph !== null);
