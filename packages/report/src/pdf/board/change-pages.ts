import type { Report } from '@perimeter/contract/report';
import { type Change, type Changes, changesSince, type PreviousAudit } from '../changes.ts';
import { counted } from '../../words.ts';
import { clean } from '../typography.ts';
import { tellingDate } from '../dates.ts';

/** Earlier points of the timeline, and rows of each list. */
const maxEarlier = 6;
const maxRows = 5;

const lists: readonly (readonly [name: keyof Changes, title: string, about: string])[] = [
  ['fresh', 'New', 'Tested in both audits, found only in this one.'],
  ['spread', 'In more places', 'Found in both audits, in this one also in new places.'],
  ['firstAsked', 'Tested for the first time', 'These checks had no result in the earlier audit.'],
  ['gone', 'No longer found', 'Tested in both audits, found only in the earlier one.'],
  ['unanswered', 'No result in this audit', 'Found in the earlier audit; these checks had no result in this one.'],
  ['staying', 'Unchanged', ''],
];

const printedRow = ({ title, severity, places }: Change): object => ({
  title: clean(title, 100),
  severity,
  places: counted(places, 'finding'),
});

/** The comparison with the previous audit; null without one. */
export function printedChanges(report: Report, previous: PreviousAudit | null): object | null {
  if (previous === null) return null;
  const changes = changesSince(report, previous);
  const points = [
    ...previous.earlier.slice(-(maxEarlier - 1)),
    previous,
    { ...report.score, completedAt: report.completedAt },
  ];
  return {
    since: tellingDate(previous.completedAt, [report.completedAt]),
    previous: { total: previous.total, grade: previous.grade },
    otherPolicy: previous.policyVersion === report.score.policyVersion ? null : previous.policyVersion,
    timeline: points.map(({ total, grade, completedAt }, index) => ({
      total,
      grade,
      date: tellingDate(
        completedAt,
        points.toSpliced(index, 1).map((other) => other.completedAt),
      ),
    })),
    counts: lists.map(([name, title]) => ({ title, count: changes[name].length })),
    lists: lists
      // Unchanged issues are in the document's own list.
      .filter(([name]) => name !== 'staying' && changes[name].length > 0)
      .map(([name, title, about]) => ({
        title,
        about,
        rows: changes[name].slice(0, maxRows).map(printedRow),
        more: Math.max(0, changes[name].length - maxRows),
      })),
  };
}
