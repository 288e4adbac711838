import type { ProgressEvent } from '@perimeter/contract/progress';
import { type Severity, severity } from '@perimeter/contract/finding';
import { safeText } from '@perimeter/report/safe-text';
import { counted } from '@perimeter/report/words';
import type { Environment, Output } from '../context.ts';
import { wantsUnicode } from '../display.ts';
import { clock } from './frame.ts';
import type { Reporter } from './reporter-type.ts';
import { foundBy } from './state.ts';

type PhaseFinished = Extract<ProgressEvent, { type: 'phase-finished' }>;

function found(event: PhaseFinished): string {
  const count = (level: Severity): number => event.findings.filter((finding) => finding.severity === level).length;
  const counts = severity.options.filter((level) => count(level) > 0).map((level) => `${count(level)} ${level}`);
  return counts.length === 0 ? foundBy(event) : `${foundBy(event)} (${counts.join(', ')})`;
}

/** An event as a line with the elapsed time; null for steps within a phase, which a log does not need. */
export function plainLine(event: ProgressEvent, titles: ReadonlyMap<string, string>): string | null {
  if (event.type === 'started') return `Auditing ${event.domain} in ${counted(event.phases.length, 'phase')}`;
  if (event.type !== 'phase-finished') return null;
  const time = clock(event.elapsedMs).padStart(8);
  const title = titles.get(event.phase) ?? event.phase;
  return `${time}  [${event.phasesCompleted}/${event.phasesTotal}] ${title}: ${found(event)}`;
}

/** Writes one line per phase, for logs. */
export function plainReporter(options: { output: Output; env: Environment; prefix: string }): Reporter {
  const { output, env, prefix } = options;
  const titles = new Map<string, string>();
  const ascii = !wantsUnicode(env);
  let stopped = false;
  return {
    onProgress: (event) => {
      // An interrupted audit ends its open phases, after the line that says there is no report.
      if (stopped) return;
      if (event.type === 'started') for (const { phase, title } of event.phases) titles.set(phase, title);
      const line = plainLine(event, titles);
      if (line !== null)
        output.write(`${safeText(`${event.type === 'started' ? '' : prefix}${line}`, { maxLength: 500, ascii })}\n`);
    },
    stop: () => {
      stopped = true;
    },
  };
}
