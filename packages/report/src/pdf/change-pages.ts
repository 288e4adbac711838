import type { Report } from '@perimeter/contract/report';
import { type Change, type Changes, changesSince, type PreviousAudit } from './changes.ts';
import { createPrinter, flowing, printable } from './printable.ts';
import { counted, tellingDate } from './words.ts';

/** Points of the timeline beside the present one, and rows of each list. */
const maxEarlier = 6;
const maxRows = 25;

const sans = createPrinter('Perimeter Sans');

const lists: readonly (readonly [name: keyof Changes, title: string, about: string])[] = [
  ['fresh', 'New', 'Asked in both audits, seen in this one only.'],
  ['spread', 'At further places', 'Seen in both audits, in this one also where it was not seen before.'],
  ['firstAsked', 'Looked at for the first time', 'The earlier audit has no answer of these checks.'],
  ['gone', 'No longer seen', 'Asked in both audits, seen in the earlier one only.'],
  ['unanswered', 'Not answered this time', 'Seen in the earlier audit; this one has no answer of these checks.'],
  ['staying', 'Unchanged', ''],
];

const printedRow = ({ title, severity, places }: Change): object => ({
  title: flowing(printable(sans, title, 200)),
  severity,
  places: counted(places, 'place'),
});

/** The comparison with the audit before, as the document prints it; null where there is none. */
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
      // What stays is in the document's own list of weaknesses.
      .filter(([name]) => name !== 'staying' && changes[name].length > 0)
      .map(([name, title, about]) => ({
        title,
        about,
        rows: changes[name].slice(0, maxRows).map(printedRow),
        more: Math.max(0, changes[name].length - maxRows),
      })),
  };
}
