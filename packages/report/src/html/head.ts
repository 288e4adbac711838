import { categoryKey, categoryTitles } from '@perimeter/contract/category';
import { severity } from '@perimeter/contract/finding';
import { tallyOf, tallyText } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { standingOf, standingTexts } from '@perimeter/contract/standing';
import { methodUrl } from '../project.ts';
import { scoreText } from '../verdict/score-text.ts';
import { firstName, otherName } from '../verdict/names.ts';
import { provisionalCause, verdict } from '../verdict/verdict.ts';
import { gradeTones } from '@perimeter/contract/grade';
import { text } from './text.ts';

const radius = 52;
const circumference = 2 * Math.PI * radius;

function ring({ total, grade }: Report['score']): string {
  const filled = (circumference * total) / 100;
  return `<svg class="ring ${gradeTones[grade]}" viewBox="0 0 120 120" role="img" aria-label="Grade ${grade}, ${total} of 100">
<g fill="none" stroke-width="10" transform="rotate(-90 60 60)"><circle class="track" cx="60" cy="60" r="${radius}"/>
<circle class="value" cx="60" cy="60" r="${radius}" stroke-linecap="${total === 0 ? 'butt' : 'round'}" stroke-dasharray="${filled.toFixed(2)} ${circumference.toFixed(2)}"/></g>
<text x="60" y="66" font-size="36">${grade}</text><text class="of" x="60" y="84">${total} of 100</text></svg>`;
}

function counts({ findings }: Report): string {
  const { bySeverity } = tallyOf(findings);
  return severity.options
    .map((name) => `<li class="tag ${bySeverity[name] > 0 ? name : 'none'}">${bySeverity[name]} ${name}</li>`)
    .join('');
}

/** Longer names are set smaller, because they would fill a narrow screen. */
const longDomain = 48;

/** The result at a glance: grade, score, verdict, and the number of issues by severity. */
export function header(report: Report): string {
  const { id, domain, score, scanMode, completedAt, coverage } = report;
  const other = otherName(report);
  const when = new Date(completedAt).toISOString().slice(0, 16).replace('T', ' ');
  const { applicable, concluded } = coverage.overall;
  const provisional =
    score.gradeStatus === 'provisional' ? ` The grade is provisional: ${provisionalCause(report)}.` : '';
  return `<p class="product quiet wrap"><strong>Perimeter</strong> security audit <code>${text(id)}</code>, ${when} UTC. <a href="${methodUrl}" rel="noreferrer">How the score is calculated</a></p>
<header>${ring(score)}<div><h1${domain.length > longDomain ? ' class="long"' : ''}>${text(firstName(report))}</h1>
${other === null ? '' : `<p class="quiet">${text(other)}</p>\n`}<p class="verdict">${text(verdict(report))}.${provisional}</p>
<p class="quiet">${scoreText(score)}. ${scanMode === 'deep' ? 'Deep' : 'Standard'} audit. ${concluded} of ${applicable} applicable checks have a result. ${tallyText(tallyOf(report.findings)).replace(/^n/u, 'N')}.</p>
<ul class="counts" aria-label="Issues by severity">${counts(report)}</ul></div></header>`;
}

/** The four categories as bars. */
export function categories(report: Report): string {
  const { score, coverage } = report;
  const rows = categoryKey.options.map((key) => {
    const { applicable, concluded } = coverage.categories[key];
    const standing = standingOf(report, key);
    const grade = score.categoryGrades[key];
    const points = score.categories[key];
    const bar = (tone: string): string =>
      `<span class="bar ${tone}"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${points}" height="10"/></svg></span>`;
    const cells =
      standing !== 'assessed' || grade === undefined
        ? `<span>${categoryTitles[key]}</span><span class="quiet">${standing === 'assessed' ? '' : standingTexts[standing]}</span><span></span><span class="quiet judged">${applicable === 0 ? '' : `${concluded} of ${applicable} checks with a result`}</span>`
        : `<span>${categoryTitles[key]}</span>${bar(gradeTones[grade])}<strong class="${gradeTones[grade]}">${points} ${grade}</strong><span class="quiet judged">${concluded} of ${applicable} checks with a result</span>`;
    return `<div class="category">${cells}</div>`;
  });
  return `<h2>Categories</h2><div class="bars">${rows.join('\n')}</div>`;
}
