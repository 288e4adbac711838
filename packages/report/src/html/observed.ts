import type { Report } from '@perimeter/contract/report';
import { row, scrolling, table } from './table.ts';
import { text } from './text.ts';

const pointsOf = (milliPoints: number): string =>
  `${milliPoints > 0 ? '−' : '+'} ${(Math.abs(milliPoints) / 1000).toFixed(3)}`;

/** Why a severe finding may take fewer points than a lesser one. */
const shareNote =
  'Each failed check takes its share of what the checks above it in the calculation left of the category. “Alone” is what it would take by itself.';

/** How the score comes about, line by line. */
export function deductions({ score }: Report): string {
  const hasAlone = score.deductions.some(({ aloneMilliPoints }) => aloneMilliPoints !== undefined);
  const alone = (milliPoints: number | undefined): string =>
    hasAlone ? `<td class="number">${milliPoints === undefined ? '' : pointsOf(milliPoints)}</td>` : '';
  const rows = score.deductions
    .toSorted((a, b) => b.milliPoints - a.milliPoints)
    .map(
      ({ title, milliPoints, aloneMilliPoints }) =>
        `<tr><td>${text(title)}</td><td class="number">${pointsOf(milliPoints)}</td>${alone(aloneMilliPoints)}</tr>`,
    );
  const head = hasAlone
    ? '<thead><tr><th scope="col">Deduction</th><th scope="col">Points</th><th scope="col">Alone</th></tr></thead>'
    : '';
  const sum = `<table>${head}<tbody><tr><td>Starting score</td><td class="number">100.000</td>${alone(undefined)}</tr>
${rows.join('\n')}<tr><th scope="row">Score, grade ${score.grade}</th><td class="number"><strong>${score.total}.000</strong></td>${alone(undefined)}</tr></tbody></table>`;
  return `<h2>Score calculation</h2>${hasAlone ? `<p>${shareNote}</p>` : ''}${scrolling('List of deductions', sum)}
${score.notAPlus.length === 0 ? '' : `<h3>Why not A+</h3><ul>${score.notAPlus.map((reason) => `<li>${text(reason)}</li>`).join('')}</ul>`}`;
}

/** Facts that are no weakness. */
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
