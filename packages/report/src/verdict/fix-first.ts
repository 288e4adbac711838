import { type Issue, issuesOf } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import type { Grade } from '@perimeter/contract/grade';

/** An issue in the order in which to fix them, with the score after this fix alone, as the scoring policy computed it. */
export interface Fix {
  issue: Issue;
  /** Null where the report does not tell. */
  after: { total: number; grade: Grade } | null;
  /** Visitors or mail are kept out now: due today. */
  isOutage: boolean;
}

/** The issues of a report in the order of its outlook: what every form lists, most urgent first. */
export function fixesOf({ findings, outlook }: Pick<Report, 'findings' | 'outlook'>): Fix[] {
  const places = new Map(outlook.alone.map((one, index) => [one.checkId, { ...one, index }]));
  const fixes = issuesOf(findings).map((issue) => ({ issue, place: places.get(issue[0].checkId) }));
  return fixes
    .toSorted((a, b) => (a.place?.index ?? fixes.length) - (b.place?.index ?? fixes.length))
    .map(({ issue, place }) => ({
      issue,
      after: place === undefined ? null : { total: place.total, grade: place.grade },
      isOutage: place?.outage === true,
    }));
}

/** The issues alone. */
export const orderedIssues = (report: Pick<Report, 'findings' | 'outlook'>): Issue[] =>
  fixesOf(report).map(({ issue }) => issue);

/** Fixes that a list of what to fix first has, in every form. */
export const maxFirst = 5;

/** What stands beside a fix: "score 36 after this fix, due today". */
export const fixNote = ({ after, isOutage }: Pick<Fix, 'after' | 'isOutage'>): string =>
  [...(after === null ? [] : [`score ${after.total} after this fix`]), ...(isOutage ? ['due today'] : [])].join(', ');

/** What each step of the roadmap has, in every form. */
export const stepTitles: Record<Report['outlook']['steps'][number]['name'], string> = {
  contain: 'Outages, critical and high',
  fix: 'Medium',
  harden: 'Low',
};

/** What is not in the sum: a score of one fix stands for that fix alone. */
export const fixesNote =
  'The score after a fix is that of this fix alone. Where a limit holds the score, one fix may not raise it.';
