import { categoryTitles } from '@perimeter/contract/category';
import type { Severity } from '@perimeter/contract/finding';
import type { Issue } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { stepTitles } from '../../verdict/fix-first.ts';
import { capWithoutIssue, lastingCapText } from '../../verdict/lasting-cap.ts';
import { referenceOf } from '../issue-references.ts';
import { clean } from '../typography.ts';
import { factOf } from './cards.ts';
import { fixBy } from './plan.ts';

/** Maximum rows over all steps; others are in the annex. */
const maxRows = 48;

/** An issue as a table row. */
export interface IssueRow {
  reference: string;
  severity: Severity;
  cvss: string;
  title: string;
  fact: string;
  category: string;
  places: number;
  /** The score after this fix alone; null if the report lacks it. */
  after: number | null;
  dueToday: boolean;
}

/** Makes the table row of an issue. */
export function issueRow(report: Report, issue: Issue, index: number): IssueRow {
  const [first] = issue;
  const alone = report.outlook.alone.find(({ checkId }) => checkId === first.checkId);
  return {
    reference: referenceOf(index),
    severity: first.severity,
    cvss: first.cvss.toFixed(1),
    title: clean(first.title, 100),
    fact: factOf(first),
    category: categoryTitles[first.category],
    places: issue.length,
    after: alone?.total ?? null,
    dueToday: alone?.outage === true,
  };
}

const stepTexts = {
  contain: ['Fix these first (outages today)', 'high'],
  fix: ['Plan these next', 'medium'],
  harden: ['Fix these with the next change of configuration', 'low'],
} as const;

/** The roadmap's steps, with as many issues as fit the board part. */
export function stepsOf(report: Report, issues: readonly Issue[]): object[] {
  let room = maxRows;
  return report.outlook.steps.map(({ name, total, grade, checkIds }) => {
    const [about, severity] = stepTexts[name];
    const items = issues.flatMap((issue, index) =>
      checkIds.includes(issue[0].checkId) ? [issueRow(report, issue, index)] : [],
    );
    const shown = items.slice(0, room);
    room -= shown.length;
    return {
      title: stepTitles[name],
      about,
      total,
      grade,
      by: fixBy(items[0]?.severity ?? severity, report.completedAt),
      count: items.length,
      items: shown,
      more: items.length - shown.length,
    };
  });
}

/** What caps the score regardless of further fixes; null if nothing does. */
export function limitOf(report: Report): string | null {
  const cause = capWithoutIssue(report);
  return cause === null ? null : clean(lastingCapText(cause, report.score.total), 300);
}
