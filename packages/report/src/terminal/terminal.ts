import type { Report } from '@perimeter/contract/report';
import { categories } from './categories.ts';
import { deductions } from './deductions.ts';
import { findings, issuesInShort } from './findings.ts';
import { headline } from './headline.ts';
import { notTested, observations, whyNotAPlus } from './notes.ts';
import { roadmap } from './roadmap.ts';
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
  const evidence = extent === 'all' ? [...sections(report, screen), ...observations(report, screen)] : [];
  const reasons =
    extent === 'summary'
      ? []
      : [
          ...evidence,
          ...notTested(report, screen),
          ...deductions(report, screen),
          ...whyNotAPlus(report, screen),
          ...findings(report, screen),
          ...roadmap(report, screen),
        ];
  const end = [...categories(report, screen), [], ...headline(report, screen), []];
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
