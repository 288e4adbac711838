import type { Issue } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { deductionsNote, deductionsOf } from '../../verdict/deductions.ts';
import { checkTitles, titledReasonsAgainstAPlus } from '../../verdict/not-a-plus.ts';
import { clean } from '../typography.ts';
import { closingOf } from './closing.ts';
import { issuePages } from './issue-pages.ts';
import type { AnnexLimits } from './limits.ts';
import { printedSections } from './sections.ts';

const points = (milliPoints: number): string =>
  `${milliPoints < 0 ? '+' : '−'} ${(Math.abs(milliPoints) / 1000).toFixed(3)}`;

/** How the score comes about. */
function scoreOf(report: Report): object {
  const { rows, hasAlone } = deductionsOf(report);
  return {
    deductionsNote: deductionsNote(hasAlone),
    deductions: rows.map(({ title, milliPoints, aloneMilliPoints }) => ({
      title: clean(title, 200),
      points: points(milliPoints),
      alone: aloneMilliPoints === undefined ? '' : points(aloneMilliPoints),
    })),
    hasAlone,
  };
}

/** The technical annex: issues with their evidence, the score, what was observed, all checks. */
export const annexOf = (report: Report, issues: readonly Issue[], limits: AnnexLimits): object => ({
  details: issuePages(report, issues, limits),
  issueCount: issues.length,
  sections: printedSections(report, limits),
  ...scoreOf(report),
  notAPlus: titledReasonsAgainstAPlus(report, checkTitles(report)).map((reason) => clean(reason, 500)),
  ...closingOf(report, limits),
});
