import type { ReportArguments } from '../../offline/arguments.ts';
import type { Context } from '../../context.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { say } from '../../say.ts';
import { startDelivering } from '../audit-forms.ts';
import { storedEndings } from './stored-endings.ts';

/** perimeter report convert: stored reports in other formats. Throws UsageError. */
export function runConvert(args: ReportArguments, context: Context): ExitCode {
  const endings = storedEndings(args.file);
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
