import type { Report } from '@perimeter/contract/report';
import { capWithoutIssue, lastingCapText } from '../verdict/lasting-cap.ts';
import { gradeTones } from './grade-tones.ts';
import { text } from './text.ts';

type Step = Report['outlook']['steps'][number];

const stepTitles: Record<Step['name'], string> = {
  contain: 'Critical and high',
  fix: 'Medium',
  harden: 'Low',
};

/** Checks of one step that are named; the issues below have them all. */
const maxNamed = 8;

/** Where a finding's check stands on the page: ids of checks are of our own making. */
export const anchorOf = (checkId: string): string => `check-${text(checkId)}`;

/** A check by its name, with the points gained by fixing it alone, where there are any. */
function item({ outlook, score, findings }: Report, checkId: string): string {
  const title = findings.find((finding) => finding.checkId === checkId)?.title ?? checkId;
  const gain = (outlook.alone.find((one) => one.checkId === checkId)?.total ?? score.total) - score.total;
  const points =
    gain > 0 ? ` <span class="gain">+${gain} ${gain === 1 ? 'point' : 'points'} if fixed alone</span>` : '';
  return `<li><a href="#${anchorOf(checkId)}">${text(title)}</a>${points}</li>`;
}

function stepHtml(report: Report, { name, checkIds, total, grade }: Step, index: number): string {
  const more = checkIds.length - maxNamed;
  const items = checkIds.slice(0, maxNamed).map((checkId) => item(report, checkId));
  const rest = more > 0 ? `<li class="quiet">and ${more} more</li>` : '';
  return `<li><div><h3>${index + 1}. ${stepTitles[name]}</h3><ul>${items.join('')}${rest}</ul></div>
<p class="reached ${gradeTones[grade]}"><strong>${grade}</strong> <span class="quiet">${total} of 100</span></p></li>`;
}

/** What to fix in which order, with the score and grade after each step. */
export function roadmap(report: Report): string {
  const steps = report.outlook.steps.filter(({ checkIds }) => checkIds.length > 0);
  if (steps.length === 0) return '';
  const cause = capWithoutIssue(report);
  const limit = cause === null ? '' : `<p><strong>${text(lastingCapText(cause, report.score.total))}</strong></p>`;
  return `<h2>What to fix first</h2>${limit}<ol class="steps">${steps.map((step, index) => stepHtml(report, step, index)).join('\n')}</ol>`;
}
