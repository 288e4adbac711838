import type { AuditEnding } from '@perimeter/report/forms/ending';
import type { AuditArguments } from '../audit/audit-arguments.ts';
import type { Context } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { say } from '../say.ts';
import { type Delivering, startDelivering } from './audit-forms.ts';
import { type Prepared, prepared } from './audit-prepared.ts';
import { judge, tellInterruption, tellSum, worst } from './audit-verdict.ts';

/** Runs audits concurrently and writes the formats; the exit code is the worst one. */
async function auditAll(
  args: AuditArguments,
  context: Context,
  { targets, running: begin, rules }: Prepared,
  delivering: Delivering,
): Promise<ExitCode> {
  const endings: AuditEnding[] = [];
  const codes: ExitCode[] = [];
  const running = begin();
  for (const [index, target] of targets.entries()) {
    const ended = await running[index];
    if (ended === undefined || ended === 'interrupted') return tellInterruption(context, target, endings.length);
    const ending = rules.applied(ended);
    endings.push(ending);
    delivering.ended(ending);
    codes.push(judge(ending, args, context, ending.ok ? rules.compared(ending) : undefined));
  }
  const problems = delivering.finished(endings);
  tellSum(codes, args, context);
  for (const problem of problems) say(context, `perimeter: ${problem}`);
  codes.push(rules.ended(context));
  if (problems.length > 0) return exitCodes.usage.code;
  const { ok, gateFailed, noReport } = exitCodes;
  const code = worst(codes);
  return args.exitZero && (code === gateFailed.code || code === noReport.code) ? ok.code : code;
}

/** perimeter audit: throws UsageError before the first packet if arguments, settings or files are invalid. */
export async function runAuditCommand(args: AuditArguments, context: Context): Promise<ExitCode> {
  if (args.shown !== null) {
    context.stdout.write(args.shown);
    return exitCodes.ok.code;
  }
  const { configuration } = args;
  if (configuration !== null && args.progress !== 'none') say(context, `Configuration: ${configuration.file}`);
  const ready = await prepared(args, context);
  if (typeof ready === 'number') return ready;
  const domains = ready.targets.map(({ request }) => request.domain);
  for (const { request, isHostOfUrl } of ready.targets)
    if (isHostOfUrl && args.progress !== 'none') say(context, `Auditing ${request.domain}, the host of the URL`);
  const delivering = startDelivering(args, context, domains);
  try {
    return await auditAll(args, context, ready, delivering);
  } finally {
    delivering.closed();
  }
}
