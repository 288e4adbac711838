import type { AuditResult } from '@perimeter/engine/runner/audit';
import type { AuditArguments } from '../audit/audit-arguments.ts';
import type { Context } from '../context.ts';
import { keepMemory, readMemory } from '../memory-file.ts';
import { createReporter } from '../progress/reporter.ts';
import { say } from '../say.ts';
import { settingsFrom } from '../settings.ts';
import type { Target } from './audit-targets.ts';
import { endingOf } from './audit-verdict.ts';
import { saveEvidence } from './stored/save-evidence.ts';
import { sideBySide } from './side-by-side.ts';

const interrupted = async (signal: AbortSignal): Promise<'interrupted'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('interrupted');
    else signal.addEventListener('abort', () => resolve('interrupted'), { once: true });
  });

/**
 * Runs the audit with a progress display, which is always removed at the end. With concurrent audits each line of
 * progress begins with the domain.
 */
async function measure(
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

/** Stores data for later audits; a failure is only reported. */
function remember(
  { memory: file }: AuditArguments,
  context: Context,
  { request }: Target,
  { memory }: AuditResult,
): void {
  if (file === null || memory === undefined) return;
  const problem = keepMemory(file, request.registrableDomain, memory);
  if (problem !== null) say(context, `perimeter: ${problem}`);
}

/** Audits a target; after an interruption nothing is started. */
async function audited(
  args: AuditArguments,
  context: Context,
  target: Target,
  isAlone: boolean,
): Promise<ReturnType<typeof endingOf> | 'interrupted'> {
  const startedAt = Date.now();
  const result = context.signal.aborted ? 'interrupted' : await measure(args, context, target, isAlone);
  if (context.signal.aborted || result === 'interrupted') return 'interrupted';
  remember(args, context, target, result);
  if (args.saveEvidence !== null) saveEvidence(args.saveEvidence, target, result, context);
  return endingOf(result, target, startedAt);
}

/** Audits targets concurrently up to a limit, but never two of one domain; results are in the order of the targets. */
export function auditsOf(
  args: AuditArguments,
  context: Context,
  targets: readonly Target[],
): Promise<ReturnType<typeof endingOf> | 'interrupted'>[] {
  const isAlone = targets.length === 1 || args.parallel === 1;
  const places = { atMost: args.parallel, kindOf: ({ request }: Target) => request.registrableDomain };
  return sideBySide(targets, places, async (target) => audited(args, context, target, isAlone));
}
