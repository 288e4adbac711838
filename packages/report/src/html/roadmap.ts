import type { Report } from '@perimeter/contract/report';
import { capWithoutIssue, lastingCapText } from '../verdict/lasting-cap.ts';
import { type Fix, fixesNote, fixesOf, fixNote, stepTitles } from '../verdict/fix-first.ts';
import { gradeTones } from '@perimeter/contract/grade';
import { text } from './text.ts';

type Step = Report['outlook']['steps'][number];

/** How many checks of a step are named; the issues below list all. */
const maxNamed = 8;

/** The anchor of a finding's check; check ids are our own and need no escaping. */
export const anchorOf = (checkId: string): string => `check-${text(checkId)}`;

/** A check's title, with the score after fixing it. */
function item(fixes: readonly Fix[], checkId: string): string {
  const fix = fixes.find(({ issue }) => issue[0].checkId === checkId);
  const note = fix === undefined ? '' : fixNote(fix);
  return `<li><a href="#${anchorOf(checkId)}">${text(fix?.issue[0].title ?? checkId)}</a>${note === '' ? '' : ` <span class="gain">${text(note)}</span>`}</li>`;
}

function stepHtml(fixes: readonly Fix[], { name, checkIds, total, grade }: Step, index: number): string {
  const more = checkIds.length - maxNamed;
  const items = checkIds.slice(0, maxNamed).map((checkId) => item(fixes, checkId));
  const rest = more > 0 ? `<li class="quiet">and ${more} more</li>` : '';
  return `<li><div><h3>${index + 1}. ${stepTitles[name]}</h3><ul>${items.join('')}${rest}</ul></div>
<p class="reached ${gradeTones[grade]}"><strong>${grade}</strong> <span class="quiet">${total} of 100</span></p></li>`;
}

/** What to fix in which order, with the score and grade after each step. */
export function roadmap(report: Report): string {
  const steps = report.outlook.steps.filter(({ checkIds }) => checkIds.length > 0);
  if (steps.length === 0) return '';
  const fixes = fixesOf(report);
  const cause = capWithoutIssue(report);
  const limit = cause === null ? '' : `<p><strong>${text(lastingCapText(cause, report.score.total))}</strong></p>`;
  return `<h2>What to fix first</h2>${limit}<ol class="steps">${steps.map((step, index) => stepHtml(fixes, step, index)).join('\n')}</ol><p class="quiet">${fixesNote}</p>`;
}
