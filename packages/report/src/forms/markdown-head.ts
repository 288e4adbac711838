import { categoryKey, categoryTitles } from '@perimeter/contract/category';
import { severityTexts, tallyOf, tallyText } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { standingOf, standingTexts } from '@perimeter/contract/standing';
import { capWithoutIssue, lastingCapText } from '../verdict/lasting-cap.ts';
import { fixesNote, fixesOf, fixNote, stepTitles } from '../verdict/fix-first.ts';
import { scoreText } from '../verdict/score-text.ts';
import { firstName, otherName } from '../verdict/names.ts';
import { verdict } from '../verdict/verdict.ts';
import { literal, tableLines } from './markdown-text.ts';

/** "2 issues, 3 findings (1 high, 1 low)": the severities are those of issues. */
function counts({ findings }: Report): string {
  const tally = tallyOf(findings);
  return `${tallyText(tally)} (${severityTexts(tally).join(', ')})`;
}

/** How many checks of a step are named; the table below lists all. */
const maxNamed = 8;

/** The score after each step of fixes, from the report's outlook. */
function outlookLines(report: Report): string[] {
  const cause = capWithoutIssue(report);
  const limit = cause === null ? [] : [literal(lastingCapText(cause, report.score.total), 1_000), ''];
  const fixes = fixesOf(report);
  const steps = report.outlook.steps.filter(({ checkIds }) => checkIds.length > 0);
  const lines = steps.map(({ name, checkIds, total, grade }, index) => {
    const named = checkIds.slice(0, maxNamed).map((id) => {
      const fix = fixes.find(({ issue }) => issue[0].checkId === id);
      const note = fix === undefined ? '' : fixNote(fix).replace(' after this fix', '');
      return `\`${id}\`${note === '' ? '' : ` (${note})`}`;
    });
    const more = checkIds.length - named.length;
    const what = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    return `${index + 1}. ${stepTitles[name]}: ${what}. Score after these fixes: ${total}, ${grade}`;
  });
  return lines.length === 0 ? limit : ['## What to fix first', '', ...limit, ...lines, '', fixesNote, ''];
}

const categoryColumns = [
  { title: 'Category' },
  { title: 'Score', align: 'right' },
  { title: 'Grade', align: 'middle' },
  { title: 'Checks with a result' },
] as const;

/** Score, verdict, accepted risks, categories, and what to fix first. */
export function markdownHead(report: Report, accepted: string | null = null): string[] {
  const { score, coverage, scanMode, startedAt, findings } = report;
  const other = otherName(report);
  return [
    `# ${literal(firstName(report))}: ${score.grade}, ${scoreText(score)}`,
    '',
    ...(other === null ? [] : [literal(other), '']),
    `${literal(verdict(report))}.${findings.length === 0 ? '' : ` Found ${counts(report)}.`}`,
    '',
    ...(accepted === null ? [] : [`${literal(accepted)}.`, '']),
    ...tableLines(
      categoryColumns,
      categoryKey.options.map((category) => {
        const { applicable, concluded } = coverage.categories[category];
        const standing = standingOf(report, category);
        const [points, grade] =
          standing === 'assessed'
            ? [String(score.categories[category]), score.categoryGrades[category] ?? '–']
            : ['–', '–'];
        const judged = applicable === 0 ? '' : `${concluded} of ${applicable}`;
        const told = standing === 'assessed' ? judged : [standingTexts[standing], judged].filter(Boolean).join(', ');
        return [categoryTitles[category], points, grade, told];
      }),
    ),
    '',
    ...outlookLines(report),
    `Perimeter, ${scanMode} audit \`${report.id}\` of ${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC, engine ${report.engineVersion}.`,
    '',
  ];
}
