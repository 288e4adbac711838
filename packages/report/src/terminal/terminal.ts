import type { Report } from '@perimeter/contract/report';
import { categoryLines } from './categories.ts';
import { deductionLines } from './deductions.ts';
import { findingLines, issuesInShort } from './findings.ts';
import { headlineLines } from './headline.ts';
import { notTested, observationLines, whyNotAPlus } from './notes.ts';
import { roadmapLines } from './roadmap.ts';
import { sections } from './sections.ts';
import { createScreen, row, type TerminalOptions } from './screen.ts';
import { rowsWithin, type Line, renderLines } from './style.ts';

export type { TerminalOptions } from './screen.ts';

/** Rows of a small terminal without the prompt; minimum number of issues in the summary. */
const summaryRows = 23;
const leastIssues = 2;
/** A blank row before and after, the heading, and the final row. */
const rowsAround = 4;

/**
 * The report for terminals: text with LF line ends within the width, whatever the target sent. The most important part
 * comes last, where it stays visible: the issues in short, the categories, and the score.
 */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const { extent = 'issues' } = options;
  const screen = createScreen(options);
  const collected = (report.sections ?? []).length + report.observations.length > 0;
  const evidence = extent === 'all' ? [...sections(report, screen), ...observationLines(report, screen)] : [];
  const reasons =
    extent === 'summary'
      ? []
      : [
          ...evidence,
          ...notTested(report, screen),
          ...deductionLines(report, screen),
          ...whyNotAPlus(report, screen),
          ...findingLines(report, screen),
          ...roadmapLines(report, screen),
        ];
  const end = [...categoryLines(report, screen), [], ...headlineLines(report, screen), []];
  const room = Math.max(leastIssues, summaryRows - end.length - rowsAround);
  const lines: Line[] = [
    [],
    ...reasons,
    ...issuesInShort(report, screen, room),
    ...end,
    row(
      screen,
      2,
      screen.clean(`${report.id}${extent !== 'all' && collected ? '  All collected data: --details' : ''}`),
      'dim',
    ),
  ];
  return renderLines(
    lines.flatMap((line) => rowsWithin(line, screen.width)),
    options.colour,
  );
}
