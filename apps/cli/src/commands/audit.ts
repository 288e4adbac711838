import type { AuditFailure } from '@perimeter/contract/audit';
import type { Report } from '@perimeter/contract/report';
import { readEngineSettings } from '@perimeter/engine/net/read-settings';
import type { EngineSettings } from '@perimeter/engine/net/settings';
import type { AuditRequest, AuditResult } from '@perimeter/engine/runner/audit';
import { parseDomain } from '@perimeter/protocols/domain/name';
import { reportForms } from '@perimeter/report/forms/forms';
import { safeText } from '@perimeter/report/safe-text';
import { renderTerminal, type TerminalOptions } from '@perimeter/report/terminal/terminal';
import { randomUUID } from 'node:crypto';
import { type AuditArguments, type ReportFormat, UsageError } from '../arguments.ts';
import type { Context, Output } from '../context.ts';
import { terminalOptions } from '../display.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { gateFailures } from '../gate.ts';
import { checkWritable, jsonText, writeOutput } from '../output.ts';
import { createReporter } from '../progress/reporter.ts';

function requestOf({ domain: input, scanMode }: AuditArguments): AuditRequest {
  const parsed = parseDomain(input);
  if (!parsed.ok) throw new UsageError(`"${input}" cannot be audited: ${parsed.message}`);
  const { ascii, registrableDomain } = parsed.domain;
  return { id: `aud_${randomUUID()}`, domain: ascii, registrableDomain, scanMode };
}

function settingsOf({ env }: Context): EngineSettings {
  const read = readEngineSettings(env);
  if (!read.ok) throw new UsageError(`The settings are not usable:\n  ${read.problems.join('\n  ')}`);
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

/** Writes data to the file that was asked for, else to stdout. */
function deliver({ output }: AuditArguments, { stdout }: Context, text: string): void {
  if (output === null) stdout.write(text);
  else writeOutput(output, text);
}

function finishFailed(args: AuditArguments, context: Context, domain: string, failure: AuditFailure): ExitCode {
  if (args.format === 'json') deliver(args, context, jsonText({ status: 'failed', domain, failure }));
  const again = failure.retryable ? '; trying again may help' : '';
  say(context, `The audit of ${domain} failed: ${failure.message} (${failure.code})${again}`);
  return exitCodes.noReport.code;
}

function written(format: ReportFormat, report: Report, options: () => TerminalOptions): string {
  if (format === 'json') return jsonText(report);
  return format === 'table' ? renderTerminal(report, options()) : reportForms[format].render(report);
}

function finishCompleted(args: AuditArguments, context: Context, report: Report): ExitCode {
  const { stdout, env } = context;
  const target: Output = args.output === null ? stdout : { write: () => true };
  deliver(
    args,
    context,
    written(args.format, report, () => terminalOptions(args.colour, env, target)),
  );
  const reasons = gateFailures(args.gate, report);
  const verdict = reasons.length === 0 ? 'gate passed' : `gate failed: ${reasons.join(', ')}`;
  if (reasons.length > 0 || args.progress !== 'none') {
    say(context, `${report.domain}: ${report.score.total} of 100, grade ${report.score.grade}; ${verdict}`);
  }
  return reasons.length === 0 ? exitCodes.ok.code : exitCodes.gateFailed.code;
}

/** Runs the audit under the progress display; the display is gone when this ends, however it ends. */
async function measure(
  args: AuditArguments,
  context: Context,
  request: AuditRequest,
): Promise<AuditResult | 'interrupted'> {
  const settings = settingsOf(context);
  const { signal } = context;
  const bugs: string[] = [];
  const onBug = (where: string, error: unknown): void => {
    bugs.push(`Defect in ${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
  const reporter = createReporter(args.progress, args.colour, context);
  try {
    const audit = context.runAudit(request, { settings, signal, onProgress: reporter.onProgress, onBug });
    return await Promise.race([audit, interrupted(signal)]);
  } finally {
    reporter.stop();
    for (const bug of bugs) say(context, bug);
  }
}

/** Audits one domain and hands out the report; the exit code is the gate's verdict. */
export async function runAuditCommand(args: AuditArguments, context: Context): Promise<ExitCode> {
  const request = requestOf(args);
  if (args.output !== null) checkWritable(args.output);
  const result = await measure(args, context, request);
  if (context.signal.aborted || result === 'interrupted') {
    say(context, `The audit of ${request.domain} was interrupted; there is no report`);
    return context.signal.reason === 'SIGTERM' ? exitCodes.terminated.code : exitCodes.interrupted.code;
  }
  return result.ok
    ? finishCompleted(args, context, result.report)
    : finishFailed(args, context, request.domain, result.failure);
}
