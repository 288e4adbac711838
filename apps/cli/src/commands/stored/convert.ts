import type { AuditEnding } from '@perimeter/report/forms/ending';
import { entriesOf, startAcceptance } from '../../acceptance/acceptance.ts';
import { configurationFor } from '../../config/audit-configuration.ts';
import type { ReportArguments } from '../../audit/report-arguments.ts';
import type { Context } from '../../context.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { say } from '../../say.ts';
import { startDelivering } from '../audit-forms.ts';
import { storedEndings } from './stored-endings.ts';

/** Applies today's accepted risks of perimeter.yml instead of the stored ones, as a new audit would. */
async function acceptedToday({ named }: ReportArguments, context: Context) {
  const read = await configurationFor(named, context.env, context.cwd ?? process.cwd());
  if (read === null) return (ending: AuditEnding): AuditEnding => ending;
  say(context, `Configuration: ${read.file}`);
  const nowMs = Date.now();
  const { apply } = startAcceptance(entriesOf(read, nowMs), nowMs);
  return (ending: AuditEnding): AuditEnding => (ending.ok ? { ...ending, accepted: apply(ending.report) } : ending);
}

/** perimeter report convert: stored reports in other formats. Throws UsageError. */
export async function runConvert(args: ReportArguments, context: Context): Promise<ExitCode> {
  const accepting = await acceptedToday(args, context);
  const endings = storedEndings(args.file).map(accepting);
  const domains = endings.map((one) => (one.ok ? one.report.domain : one.failed.domain));
  const delivering = startDelivering(args, context, domains);
  try {
    for (const ending of endings) delivering.ended(ending);
    const problems = delivering.finished(endings);
    for (const problem of problems) say(context, `perimeter: ${problem}`);
    return problems.length > 0 ? exitCodes.usage.code : exitCodes.ok.code;
  } finally {
    delivering.closed();
  }
}
