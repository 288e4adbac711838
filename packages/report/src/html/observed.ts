import type { Report } from '@perimeter/contract/report';
import { deductionsNote, deductionsOf } from '../verdict/deductions.ts';
import { checkTitles, titledReasonsAgainstAPlus } from '../verdict/not-a-plus.ts';
import { row, scrolling, table } from './table.ts';
import { text } from './text.ts';

const pointsOf = (milliPoints: number): string =>
  `${milliPoints > 0 ? '−' : '+'} ${(Math.abs(milliPoints) / 1000).toFixed(3)}`;

/** The calculation of the score, line by line. */
export function deductions(report: Report): string {
  const { score } = report;
  const { rows, hasAlone } = deductionsOf(report);
  const alone = (milliPoints: number | undefined): string =>
    hasAlone ? `<td class="number">${milliPoints === undefined ? '' : pointsOf(milliPoints)}</td>` : '';
  const lines = rows.map(
    ({ title, milliPoints, aloneMilliPoints }) =>
      `<tr><td>${text(title)}</td><td class="number">${pointsOf(milliPoints)}</td>${alone(aloneMilliPoints)}</tr>`,
  );
  const head = hasAlone
    ? '<thead><tr><th scope="col">Deduction</th><th scope="col">Points</th><th scope="col">Alone</th></tr></thead>'
    : '';
  const sum = `<table>${head}<tbody><tr><td>Starting score</td><td class="number">100.000</td>${alone(undefined)}</tr>
${lines.join('\n')}<tr><th scope="row">Score, grade ${score.grade}</th><td class="number"><strong>${score.total}.000</strong></td>${alone(undefined)}</tr></tbody></table>`;
  const reasons = titledReasonsAgainstAPlus(report, checkTitles(report));
  return `<h2>Score calculation</h2><p>${text(deductionsNote(hasAlone))}</p>${scrolling('List of deductions', sum)}
${reasons.length === 0 ? '' : `<h3>Why not A+</h3><ul>${reasons.map((reason) => `<li>${text(reason)}</li>`).join('')}</ul>`}`;
}

/** Observations, which have no severity. */
export function observations({ observations: all }: Report): string {
  if (all.length === 0) return '';
  const rows = all.map(({ title, host, description }) =>
    row(text(title), `<code>${text(host)}</code>`, text(description)),
  );
  return `<h2>Observations</h2><div class="texts">${table('List of observations', ['Observation', 'Host', 'Details'], rows)}</div>`;
}

/** What was not tested and why. */
export function notTested({ coverage }: Report): string {
  if (coverage.notTested.length === 0) return '';
  const rows = coverage.notTested.map(({ what, reason }) => row(text(what), text(reason)));
  return `<h2>Not tested</h2>${table('List of gaps', ['Not tested', 'Reason'], rows)}`;
}
