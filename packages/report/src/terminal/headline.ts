import { tallyOf, tallyText } from '@perimeter/contract/issue';
import type { Report } from '@perimeter/contract/report';
import { gradeTones } from '@perimeter/contract/grade';
import { scoreText } from '../verdict/score-text.ts';
import { firstName, otherName } from '../verdict/names.ts';
import { provisionalCause, verdict } from '../verdict/verdict.ts';
import { wrap } from '../display-width.ts';
import { gradeGlyphs } from './grade-glyphs.data.ts';
import { MARGIN, type Screen } from './screen.ts';
import { counted, worstFirst } from '../words.ts';
import { type Line, span, type Style } from './style.ts';

type Grade = Report['score']['grade'];

/** How a grade is coloured wherever it stands. */
export const gradeStyle = (grade: Grade): Style => gradeTones[grade];

function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function facts(report: Report, screen: Screen): { text: string; style: Style }[] {
  const { score, coverage, scanMode, startedAt, completedAt, engineVersion, modules } = report;
  const dot = ` ${screen.symbols.dot} `;
  const other = otherName(report);
  const accepted = screen.acceptedSum(report);
  const provisional = score.gradeStatus === 'provisional' ? ` (provisional: ${provisionalCause(report)})` : '';
  const checks = modules.reduce((sum, module) => sum + module.checks.length, 0);
  const { applicable, concluded } = coverage.overall;
  return [
    { text: screen.clean(firstName(report), 253), style: 'bold' },
    ...(other === null ? [] : [{ text: screen.clean(other, 400), style: 'dim' as const }]),
    {
      text: `${scoreText(score)}${dot}grade ${score.grade}${provisional}${dot}${tallyText(tallyOf(report.findings))}`,
      style: gradeStyle(score.grade),
    },
    { text: verdict(report), style: 'bold' },
    ...(accepted === null ? [] : [{ text: accepted, style: 'fair' as const }]),
    { text: `${scanMode} audit${dot}${instant(startedAt)}${dot}${duration(completedAt - startedAt)}`, style: 'dim' },
    {
      text: `${counted(checks, 'check')}; ${concluded} of ${applicable} applicable checks have a result${dot}engine ${engineVersion}, policy ${score.policyVersion}`,
      style: 'dim',
    },
  ];
}

/** The grade as a large letter, beside it the domain, the score, the verdict and how it was measured. */
export function headlineLines(report: Report, screen: Screen): Line[] {
  const glyph = gradeGlyphs[report.score.grade].map((cells) => cells.replaceAll('#', screen.symbols.block));
  const blank = ' '.repeat(glyph[0]?.length ?? 0);
  const left = MARGIN + blank.length + 3;
  const rows = facts(report, screen).flatMap(({ text, style }) =>
    wrap(screen.clean(text), screen.width - left - 1).map((part) => span(part, style)),
  );
  const style = gradeStyle(report.score.grade);
  return Array.from({ length: Math.max(rows.length, glyph.length) }, (_, index) => [
    span(' '.repeat(MARGIN)),
    span(glyph[index] ?? blank, style),
    span('   '),
    ...(rows[index] === undefined ? [] : [rows[index]]),
  ]);
}

/** The number of issues by severity, as symbols, words and numbers. */
export function severityCounts({ findings }: Report, screen: Screen): Line {
  const { bySeverity: counts } = tallyOf(findings);
  return worstFirst((level) => counts[level]).flatMap(({ severity, count }) => [
    span(`${screen.symbols.severity[severity]} ${count} ${severity}`, count > 0 ? severity : 'dim'),
    span('  '),
  ]);
}
