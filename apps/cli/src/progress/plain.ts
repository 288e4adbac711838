import type { ProgressEvent } from '@perimeter/contract/progress';
import { type Severity, severity } from '@perimeter/contract/finding';
import { safeText } from '@perimeter/report/safe-text';
import { counted } from '@perimeter/report/words';
import type { Environment, Output } from '../context.ts';
import { wantsUnicode } from '../display.ts';
import { clock } from './frame.ts';
import type { Reporter } from './reporter-type.ts';

type PhaseFinished = Extract<ProgressEvent, { type: 'phase-finished' }>;

function found({ findings }: PhaseFinished): string {
  const count = (level: Severity): number => findings.filter((finding) => finding.severity === level).length;
  const counts = severity.options.filter((level) => count(level) > 0).map((level) => `${count(level)} ${level}`);
  return counts.length === 0 ? 'no findings' : `${counted(findings.length, 'finding')} (${counts.join(', ')})`;
}

/** One event as one line, with the time since the start. */
export function plainLine(event: ProgressEvent, titles: ReadonlyMap<string, string>): string {
  if (event.type === 'started') return `auditing ${event.domain} in ${counted(event.phases.length, 'phase')}`;
  const time = clock(event.elapsedMs).padStart(8);
  switch (event.type) {
    case 'probe':
      return `${time}  probe ${event.probe} ${event.state}${event.detail === '' ? '' : `: ${event.detail}`}`;
    case 'phase-started':
      return `${time}  phase ${titles.get(event.phase) ?? event.phase} started`;
    case 'phase-finished':
      return (
        `${time}  phase ${titles.get(event.phase) ?? event.phase} finished: ${found(event)}` +
        ` [${event.phasesCompleted}/${event.phasesTotal}]`
      );
  }
}

/** Writes one line an event: for logs. */
export function plainReporter({ output, env }: { output: Output; env: Environment }): Reporter {
  const titles = new Map<string, string>();
  const ascii = !wantsUnicode(env);
  return {
    onProgress: (event) => {
      if (event.type === 'started') for (const { phase, title } of event.phases) titles.set(phase, title);
      output.write(`${safeText(plainLine(event, titles), { maxLength: 500, ascii })}\n`);
    },
    stop: () => {},
  };
}
