import type { Context } from '../../context.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { checkWritable, jsonText, writeOutput } from '../../output.ts';
import { say } from '../../say.ts';
import { reachService } from '../../server-mode/reach.ts';
import { noAnswerInTime, ServiceError } from '../../server-mode/service-error.ts';
import type { Service } from '../../server-mode/service.ts';
import { domainOf } from '../target-domain.ts';
import type { PdfArguments, ServiceArguments } from '../../server-mode/service-arguments.ts';
import { comparisonText, usageText } from './view.ts';

async function writePdf(args: PdfArguments, context: Context, service: Service, signal: AbortSignal): Promise<void> {
  const { id, layout, output } = args;
  const file = output === '-' ? '/dev/stdout' : (output ?? `${id}.pdf`);
  checkWritable(file);
  writeOutput(file, await service.pdf(id, layout, signal), context.env);
  if (output === null) say(context, `Wrote ${file}`);
}

async function ask(args: ServiceArguments, context: Context, service: Service, signal: AbortSignal): Promise<void> {
  const { stdout } = context;
  if (args.command === 'pdf') {
    await writePdf(args, context, service, signal);
    return;
  }
  if (args.command === 'usage') {
    const usage = await service.usage(signal);
    stdout.write(args.format === 'json' ? jsonText(usage) : usageText(usage));
    return;
  }
  const [targetA, targetB] = [args.targetA, args.targetB].map(
    (text, index) => domainOf(text, ` in argument ${index + 1}`).domain.ascii,
  );
  const comparison = await service.compare(targetA ?? '', targetB ?? '', signal);
  stdout.write(args.format === 'json' ? jsonText(comparison) : comparisonText(comparison));
}

/** perimeter compare, pdf and usage: one request to a service. Throws UsageError and ServiceError. */
export async function runServiceCommand(args: ServiceArguments, context: Context): Promise<ExitCode> {
  const { access } = args;
  const { service } = reachService(access, access.address, context.env);
  const late = AbortSignal.timeout(access.timeoutMs);
  try {
    await ask(args, context, service, AbortSignal.any([context.signal, late]));
    return exitCodes.ok.code;
  } catch (error) {
    if (context.signal.aborted) {
      say(context, 'Interrupted');
      return context.signal.reason === 'SIGTERM' ? exitCodes.terminated.code : exitCodes.interrupted.code;
    }
    if (!late.aborted || error instanceof ServiceError) throw error;
    throw new ServiceError('service_unreachable', noAnswerInTime);
  }
}
