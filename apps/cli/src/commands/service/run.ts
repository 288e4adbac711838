import type { AuditEnding, CompletedAudit } from '@perimeter/report/forms/ending';
import { parseDomain } from '@perimeter/protocols/domain/name';
import { UsageError } from '../../argument-values.ts';
import type { AuditArguments } from '../../audit/audit-arguments.ts';
import { worst } from '../audit-verdict.ts';
import { sideBySide } from '../side-by-side.ts';
import { type Target, targetsOf } from '../audit-targets.ts';
import type { Context } from '../../context.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { say } from '../../say.ts';
import { type Auditing, auditedByService, startedByService } from './audit.ts';
import type { Compared } from '../../gate.ts';
import { reachService } from '../../server-mode/reach.ts';
import type { Service } from '../../server-mode/service.ts';
import { ServiceError, serviceExit } from '../../server-mode/service-error.ts';

/** A service's audits, as the audit command runs them. */
interface ServiceAudits {
  targets: readonly Target[];
  running: () => Promise<AuditEnding | 'interrupted'>[];
  /** What the service's earlier audits add to a verdict. */
  compared: (ending: CompletedAudit) => Compared | undefined;
}

/** The audits to resume. Their domains come from the service and become parts of file names, so they are validated. */
async function resumed(args: AuditArguments, service: Service, signal: AbortSignal): Promise<Target[]> {
  const { resume } = args.service;
  return Promise.all(
    resume.map(async (id) => {
      const seen = await service.state(id, null, signal);
      const parsed = parseDomain(seen?.state.domain ?? '');
      if (!parsed.ok) throw new ServiceError('service_unreachable', `The service has no usable domain for ${id}`);
      const { ascii: domain, registrableDomain } = parsed.domain;
      const request = { id, domain, registrableDomain, scanMode: args.scanMode, authority: args.authority };
      return { request, source: null, isHostOfUrl: false };
    }),
  );
}

function refuseLocalOptions({ memory, domains, targets, service }: AuditArguments): void {
  if (memory !== null) throw new UsageError('--memory has no effect with --server: the service has its own');
  if (service.resume.length > 0 && (domains.length > 0 || targets !== null))
    throw new UsageError('--resume goes on with audits that were started: leave out the domains');
  if (service.pdfs.some((file) => file === '' || file === '-'))
    throw new UsageError('A PDF needs a file, as in --format pdf=report.pdf');
}

/** Starts audits and prints their ids in the order of the targets; a refused target does not stop the others. */
async function startAll(auditing: Auditing, context: Context, targets: readonly Target[]): Promise<ExitCode> {
  let code: ExitCode = exitCodes.ok.code;
  for (const [index, target] of targets.entries())
    try {
      context.stdout.write(`${await startedByService(auditing, target)}\n`);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      say(context, `${target.request.domain}: ${error.message}`);
      code = worst([code, serviceExit(error)]);
      // The service has been unreachable for minutes, so do not try the remaining ones.
      const left = targets.slice(index + 1).map(({ request }) => request.domain);
      if (error.code === 'service_refused' || left.length === 0) continue;
      say(context, `Not started: ${left.join(', ')}`);
      return code;
    }
  return code;
}

/** Prepares audits at a service, or only starts them with --no-wait. Throws UsageError or ServiceError. */
export async function prepareServiceRun(
  args: AuditArguments,
  context: Context,
  address: string,
): Promise<ServiceAudits | ExitCode> {
  refuseLocalOptions(args);
  const { timeoutMs, resume, wait } = args.service;
  const { service, address: reached } = reachService(args.service, address, context.env);
  const isResumed = resume.length > 0;
  const targets = isResumed
    ? await resumed(args, service, AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]))
    : targetsOf(args, context.env);
  const auditing: Auditing = {
    args,
    context,
    service,
    address: reached,
    run: crypto.randomUUID(),
    isResumed,
    drops: new Map(),
  };
  if (args.progress !== 'none') say(context, `Audits run at ${reached}`);
  if (!wait) return startAll(auditing, context, targets);
  const places = { atMost: args.parallel, kindOf: ({ request }: Target) => request.registrableDomain };
  return {
    targets,
    running: () => sideBySide(targets, places, async (target) => auditedByService(auditing, target)),
    compared: ({ report }) => auditing.drops.get(report.id),
  };
}
