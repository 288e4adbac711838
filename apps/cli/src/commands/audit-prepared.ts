import { UsageError } from '../argument-values.ts';
import type { AuditArguments } from '../audit/audit-arguments.ts';
import type { Context } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { checkMemory } from '../memory-file.ts';
import { checkWritable } from '../output.ts';
import { refuseWithoutService } from '../server-mode/arguments.ts';
import { type RunRules, startRules } from './audit-rules.ts';
import { auditsOf } from './audit-measure.ts';
import { type Target, targetsOf } from './audit-targets.ts';
import { endingOf } from './audit-verdict.ts';

/** Everything known before the first packet. */
export interface Prepared {
  targets: readonly Target[];
  /** Runs the audits; one result per target. */
  running: () => ReturnType<typeof auditsOf>;
  rules: RunRules;
}

/** Audits by this machine or a service; an exit code if they were only to be started. */
export async function prepared(args: AuditArguments, context: Context): Promise<Prepared | ExitCode> {
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
