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

/** Rows of a small terminal, but for the prompt; issues of the summary that stand in it even where they do not fit. */
const summaryRows = 23;
const leastIssues = 2;
/** A blank row before, the heading, a blank row behind, and the last row of all. */
const rowsAround = 4;

/**
 * The report for people at a terminal: text with LF line ends that never passes the width, whatever the target sent. What its reader
 * looks for stands last, where a terminal leaves it: the issues in short, the categories, and the score.
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
