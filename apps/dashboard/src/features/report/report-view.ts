import type { ShareAnswer } from '@perimeter/contract/answers/answer';
import type { Issue as CheckIssue } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { applyWaivers } from '@perimeter/contract/waiver/apply';
import { type Fix, fixesOf } from '@perimeter/report/verdict/fix-first';
import { headline } from '@perimeter/report/verdict/headline';
import type { Acceptance } from '../../lib/accepted-props.ts';
import type { FindingFilter, SharedBy } from '../../lib/props.ts';

/** An issue with its place on the page and its part in the score. */
export interface Issue {
  anchor: string;
  places: CheckIssue;
  /** How much its check lowers the score, in thousandths of a point. */
  milliPoints: number;
  /** Score if this check alone is fixed; null where the report does not have it. */
  fixed: Fix['after'];
  /** Due today. */
  isOutage: boolean;
}

/** A report with what its page derives from it once. */
export interface ReportView {
  report: Report;
  issues: readonly Issue[];
  sentence: string;
  /** Null for readers without an account. */
  accepted: Acceptance | null;
  /** The waiver of each finding that has one, by fingerprint. */
  waivers: ReadonlyMap<string, Acceptance['waivers'][number]>;
  shared: SharedBy | null;
  /** What was answered, for the account of the audit; null for everybody else. */
  answers: readonly ShareAnswer[] | null;
}

/** Where the issue of a check stands on the page. */
export const anchorOf = (checkId: string): string => `f-${checkId}`;

/** Derives the issues of a report, most urgent first. */
export function viewOf(
  report: Report,
  { accepted = null, shared = null, answers = null }: Partial<Pick<ReportView, 'accepted' | 'shared' | 'answers'>> = {},
): ReportView {
  const fixes = fixesOf(report);
  const issues = fixes.map(({ issue: places, after, isOutage }): Issue => {
    const { checkId } = places[0];
    const deductions = report.score.deductions.filter(({ kind, source }) => kind === 'check' && source === checkId);
    return {
      anchor: anchorOf(checkId),
      places,
      milliPoints: deductions.reduce((sum, one) => sum + one.milliPoints, 0),
      fixed: after,
      isOutage,
    };
  });
  const { waived } = applyWaivers(accepted?.waivers.filter(({ effect }) => effect === 'applied') ?? [], report, 0);
  return {
    report,
    issues,
    sentence: headline(
      report,
      fixes.map(({ issue }) => issue),
    ),
    accepted,
    waivers: waived,
    shared,
    answers,
  };
}

/** Everything of an issue that a search looks through. */
function wordsOf({ places }: Issue): string {
  const parts = places.flatMap(({ title, checkId, host, affectedUrl, description, evidence }) => [
    title,
    checkId,
    host,
    affectedUrl,
    description,
    evidence.slice(0, 2_000),
  ]);
  return parts.join('\n').toLowerCase();
}

/** Whether an issue is among those that the reader asked for. */
export function isShown(issue: Issue, { severities, category, text }: FindingFilter): boolean {
  const { severity, category: own } = issue.places[0];
  return (
    (severities.length === 0 || severities.includes(severity)) &&
    (category === '' || category === own) &&
    (text === '' || wordsOf(issue).includes(text.toLowerCase()))
  );
}
