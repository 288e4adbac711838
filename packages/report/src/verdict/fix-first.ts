import { type Issue, issuesOf } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import type { Grade } from '@perimeter/contract/grade';

/** An issue in the order of fixing, with the score after this fix alone from the report's outlook. */
export interface Fix {
  issue: Issue;
  /** Null if the report lacks it. */
  after: { total: number; grade: Grade } | null;
  /** True if visitors or mail are blocked now: due today. */
  isOutage: boolean;
}

/** A report's issues in the order of its outlook, most urgent first, as every form lists them. */
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

/** Maximum fixes in a list of what to fix first, in every form. */
export const maxFirst = 5;

/** A note beside a fix: "score 36 after this fix, due today". */
export const fixNote = ({ after, isOutage }: Pick<Fix, 'after' | 'isOutage'>): string =>
  [...(after === null ? [] : [`score ${after.total} after this fix`]), ...(isOutage ? ['due today'] : [])].join(', ');

/** The title of each step of the roadmap, in every form. */
export const stepTitles: Record<Report['outlook']['steps'][number]['name'], string> = {
  contain: 'Outages, critical and high',
  fix: 'Medium',
  harden: 'Low',
};

/** A note that the scores after single fixes do not add up. */
export const fixesNote =
  'The score after a fix is that of this fix alone. Where a limit holds the score, one fix may not raise it.';
