import type { Issue } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { maxFirst } from '../../verdict/fix-first.ts';
import type { PreviousAudit } from '../changes.ts';
import { aboutOf } from './about.ts';
import { boardIssues } from './cards.ts';
import { printedChanges } from './change-pages.ts';
import { categoriesOf, coverOf, severitiesOf } from './cover.ts';
import { printedEffects } from './effects-table.ts';
import { issueRow, limitOf, stepsOf } from './steps.ts';
import { summary } from './summary.ts';

/** The part for the board, whose length does not grow with the report. */
export const boardOf = (
  report: Report,
  issues: readonly Issue[],
  { previous, isPublic }: { previous: PreviousAudit | null; isPublic: boolean },
): object => ({
  ...coverOf(report, isPublic, issues),
  about: aboutOf(report),
  summary: summary(report, previous),
  changes: printedChanges(report, previous),
  severities: severitiesOf(report),
  categories: categoriesOf(report, issues),
  limit: limitOf(report),
  steps: stepsOf(report, issues),
  first: issues.slice(0, maxFirst).map((issue, index) => issueRow(report, issue, index)),
  effects: printedEffects(report, issues),
  ...boardIssues(report, issues),
});
