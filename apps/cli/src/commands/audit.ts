import type { AuditEnding } from '@perimeter/report/forms/ending';
import { UsageError } from '../argument-values.ts';
import type { AuditArguments } from '../audit-arguments.ts';
import type { Context } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { checkMemory } from '../memory-file.ts';
import { checkWritable } from '../output.ts';
import { say } from '../say.ts';
import { refuseWithoutService } from '../server-mode/arguments.ts';
import { type RunRules, startRules } from './audit-rules.ts';
import { type Delivering, startDelivering } from './audit-forms.ts';
import { auditsOf } from './audit-measure.ts';
import { type Target, targetsOf } from './audit-targets.ts';
import { endingOf, judge, tellInterruption, tellSum, worst } from './audit-verdict.ts';

/** What is known before the first packet. */
interface Prepared {
  targets: readonly Target[];
  /** What becomes of each target. */
  running: () => Promise<AuditEnding | 'interrupted'>[];
  rules: RunRules;
}

/** Audits domains side by side and hands out the forms in their order; the exit code is the worst verdict of the gate. */
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

/** Audits of this machine or of a service; an exit code where they were only to be started. */
async function prepared(args: AuditArguments, context: Context): Promise<Prepared | ExitCode> {
  const rules = startRules(args, Date.now());
  const address = args.service.address ?? context.env['PERIMETER_SERVER'] ?? '';
  if (address !== '' && args.from === null) {
    const { prepareServiceRun } = await import('./service/run.ts');
    const run = await prepareServiceRun(args, context, address);
    if (typeof run === 'number') return run;
    return { ...run, rules: { ...rules, compared: (ending) => rules.compared(ending) ?? run.compared(ending) } };
  }
  refuseWithoutService(args.service);
  if (args.from !== null) {
    const { judgedFile } = await import('./stored/evidence.ts');
    const { target, result } = judgedFile(args.from, context);
    return { targets: [target], rules, running: () => [Promise.resolve(endingOf(result, target, Date.now()))] };
  }
  const targets = targetsOf(args, context.env);
  if (args.memory !== null) checkMemory(args.memory);
  const several = targets.length > 1 && args.saveEvidence?.includes('{domain}') === false;
  if (several)
    throw new UsageError('--save-evidence holds one audit: use a file per domain, as in evidence-{domain}.json');
  for (const { request } of targets)
    if (args.saveEvidence !== null) checkWritable(args.saveEvidence.replaceAll('{domain}', request.domain));
  return { targets, rules, running: () => auditsOf(args, context, targets) };
}

/** perimeter audit: throws UsageError before the first packet where the arguments, settings or files are of no use. */
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
