import type { AuditResult } from '@perimeter/engine/runner/audit';
import { UsageError } from '../argument-values.ts';
import type { AuditArguments } from '../audit-arguments.ts';
import type { Context } from '../context.ts';
import { readMemory, writeMemory } from '../memory-file.ts';
import { createReporter } from '../progress/reporter.ts';
import { say } from '../say.ts';
import { settingsFrom } from '../settings.ts';
import type { Target } from './audit-targets.ts';

const interrupted = async (signal: AbortSignal): Promise<'interrupted'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('interrupted');
    else signal.addEventListener('abort', () => resolve('interrupted'), { once: true });
  });

/**
 * Runs the audit under the progress display; the display is gone when this ends, however it ends. Where others run beside it, each line
 * of progress names the domain.
 */
export async function measure(
  args: AuditArguments,
  context: Context,
  { request }: Target,
  isAlone: boolean,
): Promise<AuditResult | 'interrupted'> {
  const settings = settingsFrom(context.env);
  const { signal } = context;
  const bugs: string[] = [];
  const onBug = (where: string, error: unknown): void => {
    bugs.push(`Internal error in ${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
  const reporter = createReporter(args.progress, args.colour, context, isAlone ? null : request.domain);
  try {
    const memory = args.memory === null ? {} : { memory: readMemory(args.memory, request.registrableDomain) };
    const audit = context.runAudit(request, { settings, signal, onProgress: reporter.onProgress, onBug, ...memory });
    return await Promise.race([audit, interrupted(signal)]);
  } finally {
    reporter.stop();
    for (const bug of bugs) say(context, bug);
  }
}

/** Keeps what an audit leaves to later ones; its report is worth more, so a problem with that is only told. */
export function remember(
  { memory: file }: AuditArguments,
  context: Context,
  { request }: Target,
  { memory }: AuditResult,
): void {
  if (file === null || memory === undefined) return;
  try {
    writeMemory(file, request.registrableDomain, memory);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(context, `perimeter: ${error.message}`);
  }
}
