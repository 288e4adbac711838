import { categoryKey, categoryTitles } from '@perimeter/contract/category';
import type { Report } from '@perimeter/contract/report';
import { verdict } from '../verdict.ts';

/** What the same domain's audit before this one came to. */
export interface PreviousAudit {
  total: number;
  grade: string;
  completedAt: number;
  /** Fingerprints of its findings. */
  fingerprints: readonly string[];
}

const months = 'January February March April May June July August September October November December'.split(' ');

/** "7 May 2026", in UTC. */
export function longDate(epochMs: number): string {
  const date = new Date(epochMs);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

const clock = (epochMs: number): string => new Date(epochMs).toISOString().slice(11, 16);

export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;

const checksOf = ({ modules }: Report): number => modules.reduce((sum, { checks }) => sum + checks.length, 0);

function hostsOf({ dns, findings }: Report): number {
  const hosts = (dns?.addresses ?? []).filter(({ probed }) => probed).map(({ host }) => host);
  return new Set(hosts.length > 0 ? hosts : findings.map(({ host }) => host)).size;
}

const stepWords = {
  contain: 'the critical and high findings',
  fix: 'the medium findings',
  harden: 'the low findings',
} as const;

/** The sentence under the title: where the domain stands, and where mending leads. */
export function headline(report: Report): string {
  const { score, outlook } = report;
  const [first] = outlook.steps;
  const last = outlook.steps.at(-1);
  if (first === undefined || last === undefined) return `${verdict(report)}.`;
  const better = outlook.steps.find(({ grade }) => grade !== score.grade) ?? last;
  const gain =
    better.grade === score.grade
      ? `Mending what was found brings the score from ${score.total} to ${better.total}.`
      : `Mending ${better === first ? stepWords[first.name] : `everything down to ${stepWords[better.name]}`} moves the grade from ${score.grade} to ${better.grade}.`;
  return `${verdict(report)}. ${gain}`;
}

function whatWasDone(report: Report): string {
  const { startedAt, completedAt, domain, findings, severities } = report;
  const hosts = hostsOf(report);
  const grave = [
    ...(severities.critical > 0 ? [`${severities.critical} critical`] : []),
    ...(severities.high > 0 ? [`${severities.high} high`] : []),
  ];
  const found =
    findings.length === 0
      ? 'No weakness was found.'
      : `${counted(findings.length, 'finding')} ${findings.length === 1 ? 'was' : 'were'} recorded: ${
          grave.length === 0 ? 'none of them is critical or high' : `${listed(grave)} among them`
        }.`;
  const where = hosts > 0 ? ` on ${counted(hosts, 'host')}` : '';
  const [from, to] = [clock(startedAt), clock(completedAt)];
  const duration = from === to ? `At ${from} UTC` : `Between ${from} and ${to} UTC`;
  return (
    `${duration} on ${longDate(startedAt)}, ${domain.length > 60 ? 'the domain' : domain} was examined from the ` +
    `outside with ${counted(checksOf(report), 'check')}${where}, without credentials and without disturbing the service. ${found}`
  );
}

function whereItStands({ score, coverage }: Report): string {
  const assessed = categoryKey.options.filter((key) => coverage.categories[key].applicable > 0);
  const ordered = assessed.toSorted((a, b) => score.categories[b] - score.categories[a]);
  const [best] = ordered;
  const worst = ordered.at(-1);
  const stands = `The score is ${score.total} of 100, grade ${score.grade}${score.gradeStatus === 'provisional' ? ' (provisional, because too little could be judged)' : ''}.`;
  const [cap] = score.caps;
  const capped =
    cap === undefined || score.uncapped <= score.total
      ? ''
      : ` It would be ${score.uncapped}, but is held at ${cap.limit}: ${cap.reason.charAt(0).toLowerCase()}${cap.reason.slice(1)}.`;
  const spread =
    best === undefined || worst === undefined || best === worst
      ? ''
      : ` ${categoryTitles[best]} is strongest with ${score.categories[best]}, ${categoryTitles[worst]} weakest with ${score.categories[worst]}.`;
  return stands + capped + spread;
}

function whatToDo({ outlook }: Report): string | null {
  if (outlook.steps.length === 0) return null;
  const parts = outlook.steps.map(
    ({ name, total, grade }, index) =>
      `${index === 0 ? 'mending' : 'then'} ${stepWords[name]} brings ${total} (grade ${grade})`,
  );
  return `By the same scoring, ${listed(parts)}. The roadmap names each measure.`;
}

function whatChanged({ findings, score }: Report, previous: PreviousAudit | null): string | null {
  if (previous === null) return null;
  const before = new Set(previous.fingerprints);
  const now = new Set(findings.map(({ fingerprint }) => fingerprint));
  const fresh = [...now].filter((fingerprint) => !before.has(fingerprint)).length;
  const gone = [...before].filter((fingerprint) => !now.has(fingerprint)).length;
  const moved =
    score.total === previous.total
      ? `is the same as`
      : `is ${Math.abs(score.total - previous.total)} ${score.total > previous.total ? 'above' : 'below'}`;
  return `The score ${moved} that of the audit of ${longDate(previous.completedAt)} (${previous.total}, grade ${previous.grade}): ${counted(fresh, 'finding')} ${fresh === 1 ? 'is' : 'are'} new, ${gone} ${gone === 1 ? 'is' : 'are'} no longer seen.`;
}

function whatWasNotSeen({ coverage }: Report): string {
  const judged = Math.floor(coverage.overall.concludedPermille / 10);
  const blind = categoryKey.options.filter((key) => coverage.categories[key].applicable === 0);
  const names = blind.length === 0 ? '' : ` Not assessed: ${listed(blind.map((key) => categoryTitles[key]))}.`;
  return `${judged}% of what applies could be judged; what could not, and why, stands under "Not tested".${names}`;
}

/** The summary for people who are not engineers; every figure in it is the report's. */
export const summary = (report: Report, previous: PreviousAudit | null): string[] =>
  [
    whatWasDone(report),
    whereItStands(report),
    whatChanged(report, previous),
    whatToDo(report),
    whatWasNotSeen(report),
  ].filter((paragraph) => paragraph !== null);
