import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import type { EngineSettings } from '@perimeter/engine/settings/settings';
import type { AuditResult } from '@perimeter/engine/runner/audit';
import { engineVersion } from '@perimeter/engine/version';
import { type AuditEnding, failureText } from '@perimeter/report/forms/ending';
import { safeText } from '@perimeter/report/safe-text';
import { counted } from '@perimeter/report/words';
import { UsageError } from '../argument-values.ts';
import type { AuditArguments } from '../audit-arguments.ts';
import type { Context } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { gateVerdict } from '../gate.ts';
import { checkMemory, readMemory, writeMemory } from '../memory-file.ts';
import { createReporter } from '../progress/reporter.ts';
import { type Delivering, startDelivering } from './audit-forms.ts';
import { type Target, targetsOf } from './audit-targets.ts';

function settingsOf({ env }: Context): EngineSettings {
  const read = readEngineSettings(env);
  if (!read.ok)
    throw new UsageError(`Invalid settings:
  ${read.problems.join('\n  ')}`);
  return read.settings;
}

const interrupted = async (signal: AbortSignal): Promise<'interrupted'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('interrupted');
    else signal.addEventListener('abort', () => resolve('interrupted'), { once: true });
  });

const say = ({ stderr }: Context, text: string): void => {
  stderr.write(
    `${text
      .split('\n')
      .map((line) => safeText(line))
      .join('\n')}\n`,
  );
};

/** Runs the audit under the progress display; the display is gone when this ends, however it ends. */
async function measure(
  args: AuditArguments,
  context: Context,
  { request }: Target,
): Promise<AuditResult | 'interrupted'> {
  const settings = settingsOf(context);
  const { signal } = context;
  const bugs: string[] = [];
  const onBug = (where: string, error: unknown): void => {
    bugs.push(`Internal error in ${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
  const reporter = createReporter(args.progress, args.colour, context);
  try {
    const memory = args.memory === null ? {} : { memory: readMemory(args.memory, request.registrableDomain) };
    const audit = context.runAudit(request, { settings, signal, onProgress: reporter.onProgress, onBug, ...memory });
    return await Promise.race([audit, interrupted(signal)]);
  } finally {
    reporter.stop();
    for (const bug of bugs) say(context, bug);
  }
}

function endingOf(result: AuditResult, { request, source }: Target, startedAt: number): AuditEnding {
  if (result.ok) return { ok: true, report: result.report, source };
  const { domain, scanMode } = request;
  const { failure } = result;
  return {
    ok: false,
    source,
    failed: { domain, scanMode, startedAt, completedAt: Date.now(), engineVersion, failure },
  };
}

/** Tells how an audit ended, and the exit code that it alone would have. */
function judge(ending: AuditEnding, args: AuditArguments, context: Context): ExitCode {
  if (!ending.ok) {
    say(context, `The audit of ${ending.failed.domain} failed: ${failureText(ending.failed)}`);
    return exitCodes.noReport.code;
  }
  const { domain, score } = ending.report;
  const { outcome, text } = gateVerdict(args, ending.report);
  if (outcome !== 'ok' || args.progress !== 'none') {
    say(context, `${domain}: ${score.total} of 100, grade ${score.grade}; ${text}`);
  }
  return exitCodes[outcome].code;
}

/** Keeps what an audit leaves to later ones; its report is worth more, so a problem with that is only told. */
function remember(
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

function tellSum(codes: readonly ExitCode[], args: AuditArguments, context: Context): void {
  if (codes.length < 2 || args.progress === 'none') return;
  const count = (code: ExitCode): number => codes.filter((one) => one === code).length;
  const parts = [
    [count(exitCodes.ok.code), 'passed the gate'],
    [count(exitCodes.gateFailed.code), 'failed the gate'],
    [count(exitCodes.noReport.code), 'failed or incomplete'],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  say(context, `${counted(codes.length, 'audit')}: ${told.join(', ')}`);
}

function tellInterruption(context: Context, { request }: Target, done: number): ExitCode {
  const before = done === 0 ? '' : `; ${counted(done, 'audit')} had completed, and no file was written`;
  say(context, `The audit of ${request.domain} was interrupted, so there is no report${before}`);
  return context.signal.reason === 'SIGTERM' ? exitCodes.terminated.code : exitCodes.interrupted.code;
}

/** The worst of what the audits would have ended with: codes of table exit-codes grow with how little is known. */
const worst = (codes: readonly ExitCode[]): ExitCode =>
  codes.reduce((found, code) => (code > found ? code : found), exitCodes.ok.code);

/** Audits one domain after the other and hands out the forms; the exit code is the worst verdict of the gate. */
async function auditAll(
  args: AuditArguments,
  context: Context,
  targets: readonly Target[],
  delivering: Delivering,
): Promise<ExitCode> {
  const endings: AuditEnding[] = [];
  const codes: ExitCode[] = [];
  for (const target of targets) {
    const startedAt = Date.now();
    const result = await measure(args, context, target);
    if (context.signal.aborted || result === 'interrupted') return tellInterruption(context, target, endings.length);
    remember(args, context, target, result);
    const ending = endingOf(result, target, startedAt);
    endings.push(ending);
    delivering.ended(ending);
    codes.push(judge(ending, args, context));
  }
  const problems = delivering.finished(endings);
  tellSum(codes, args, context);
  for (const problem of problems) say(context, `perimeter: ${problem}`);
  return problems.length > 0 ? exitCodes.usage.code : worst(codes);
}

/** perimeter audit: throws UsageError before the first packet where the arguments, settings or files are of no use. */
export async function runAuditCommand(args: AuditArguments, context: Context): Promise<ExitCode> {
  const targets = targetsOf(args, context.env);
  if (args.memory !== null) checkMemory(args.memory);
  const domains = targets.map(({ request }) => request.domain);
  const delivering = startDelivering(args, context, domains);
  try {
    return await auditAll(args, context, targets, delivering);
  } finally {
    delivering.closed();
  }
}
