import { type CategoryKey, categoryKey, categoryTitles } from '@perimeter/contract/category';
import { severity } from '@perimeter/contract/finding';
import { type Issue, tallyOf } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { standingOf, standingTexts } from '@perimeter/contract/standing';
import { headline } from '../../verdict/headline.ts';
import { firstName, otherName } from '../../verdict/names.ts';
import { provisionalCause } from '../../verdict/verdict.ts';
import { counted } from '../../words.ts';
import { clean, typographic } from '../typography.ts';
import { longDate } from '../dates.ts';

const isAssessed = (report: Report, key: CategoryKey): boolean => standingOf(report, key) === 'assessed';

/** The text below a category without a number: the reason, and how much was seen. */
function standingLine(report: Report, key: CategoryKey): string {
  const standing = standingOf(report, key);
  if (standing === 'assessed') return '';
  const { applicable, concluded } = report.coverage.categories[key];
  const seen = applicable === 0 ? '' : `: ${concluded} of ${counted(applicable, 'check')} with a result`;
  return `${standingTexts[standing].replace('n', 'N')}${seen}`;
}

/** The four categories with their scores. */
export const categoriesOf = (report: Report, issues: readonly Issue[]): object[] =>
  categoryKey.options.map((key) => {
    const { applicable, concluded } = report.coverage.categories[key];
    const count = issues.filter(([{ category }]) => category === key).length;
    return {
      name: categoryTitles[key],
      assessed: isAssessed(report, key),
      standing: standingLine(report, key),
      score: report.score.categories[key],
      grade: report.score.categoryGrades[key] ?? '',
      answered: `${concluded} of ${counted(applicable, 'check')} with a result`,
      issues: count === 0 ? 'No issues' : counted(count, 'issue'),
    };
  });

/** The number of issues and findings by severity. */
export function severitiesOf({ findings }: Report): object[] {
  const { bySeverity } = tallyOf(findings);
  return severity.options.map((name) => {
    const places = findings.filter((finding) => finding.severity === name).length;
    return { name, count: bySeverity[name], places: places === 0 ? '' : counted(places, 'finding') };
  });
}

/** A long name shortened in the middle, by code points, so that no surrogate pair is split. */
function withoutMiddle(name: string): string {
  const characters = Array.from(name);
  return characters.length > 48 ? `${characters.slice(0, 23).join('')}…${characters.slice(-24).join('')}` : name;
}

/** The figures at the foot of the cover: value, total and name. */
function figuresOf(report: Report): [value: string, of: string, name: string][] {
  const { applicable, concluded } = report.coverage.overall;
  const { issues, findings, bySeverity } = tallyOf(report.findings);
  const seen = categoryKey.options.filter((key) => isAssessed(report, key)).length;
  const places = issues === 0 ? '' : `, ${counted(findings, 'finding')}`;
  return [
    [String(issues), '', `${issues === 1 ? 'Issue' : 'Issues'}${places}`],
    [String(bySeverity.critical + bySeverity.high), '', 'Critical or high severity'],
    [String(concluded), `of ${applicable}`, 'Applicable checks with a result'],
    [String(seen), `of ${categoryKey.options.length}`, 'Categories assessed'],
  ];
}

/** Data of the cover and the running heads. */
export function coverOf(report: Report, isPublic: boolean, issues: readonly Issue[]): object {
  const { score, completedAt, startedAt, outlook } = report;
  const domain = clean(report.domain, 253);
  const other = otherName(report);
  const last = outlook.steps.at(-1);
  return {
    domain: domain.replaceAll('\u200b', ''),
    domainLine: clean(firstName(report), 253),
    otherName: other === null ? null : clean(other, 400),
    shortDomain: withoutMiddle(clean(firstName(report), 253).replaceAll('\u200b', '')),
    marking: isPublic ? 'Public audit' : 'Confidential',
    date: longDate(completedAt),
    finishedAt: new Date(completedAt).toISOString(),
    startedAt: new Date(startedAt).toISOString(),
    mode: report.scanMode,
    id: report.id,
    engine: report.engineVersion,
    policy: score.policyVersion,
    score: {
      total: score.total,
      grade: score.grade,
      provisional: score.gradeStatus === 'provisional' ? provisionalCause(report) : null,
    },
    projected: last === undefined || last.total <= score.total ? null : last,
    headline: clean(typographic(headline(report, issues))),
    figures: figuresOf(report),
  };
}
