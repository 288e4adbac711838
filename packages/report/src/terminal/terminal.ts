import type { Report } from '@perimeter/contract/report';
import { categories } from './categories.ts';
import { deductions } from './deductions.ts';
import { findings } from './findings.ts';
import { headline } from './headline.ts';
import { notTested, observations, whyNotAPlus } from './notes.ts';
import { roadmap } from './roadmap.ts';
import { sections } from './sections.ts';
import { createScreen, row, type TerminalOptions } from './screen.ts';
import { type Line, renderLines } from './style.ts';

export type { TerminalOptions } from './screen.ts';

/** The report for people at a terminal: text with LF line ends that never passes the width, whatever the target sent. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const screen = createScreen(options);
  const lines: Line[] = [
    [],
    ...headline(report, screen),
    [],
    ...categories(report, screen),
    [],
    ...roadmap(report, screen),
    ...findings(report, screen),
    ...whyNotAPlus(report, screen),
    ...deductions(report, screen),
    ...observations(report, screen),
    ...sections(report, screen),
    ...notTested(report, screen),
    row(screen, 2, screen.clean(report.id), 'dim'),
  ];
  return renderLines(lines, options.colour);
}
