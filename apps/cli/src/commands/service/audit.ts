import { engineVersion } from '@perimeter/engine/version';
import type { AuditEnding, FailedAudit } from '@perimeter/report/forms/ending';
import { safeText } from '@perimeter/report/safe-text';
import type { AuditArguments } from '../../audit/audit-arguments.ts';
import { checkWritable, writeOutput } from '../../output.ts';
import type { Target } from '../audit-targets.ts';
import type { Context } from '../../context.ts';
import { say } from '../../say.ts';
import type { Compared } from '../../gate.ts';
import { dropSince } from './earlier.ts';
import { follow, stateText } from './follow.ts';
import type { Service } from '../../server-mode/service.ts';
import { ServiceError, noAnswerInTime } from '../../server-mode/service-error.ts';

/** What the audits of one command at a service share. */
export interface Auditing {
  args: AuditArguments;
  context: Context;
  service: Service;
  address: string;
  /** The same for all requests of a run, including retries. */
  run: string;
  /** True: the targets' ids are those of existing audits. */
  isResumed: boolean;
  /** The result of --max-drop for each report, by id. */
  drops: Map<string, Compared>;
}

/** Limit for cancelling, in milliseconds, after the user pressed Ctrl-C. */
const cancelMs = 10_000;

/** Starts the audit of a target; returns its id. */
export async function startedByService(
  { args, context, service, run }: Auditing,
  { request }: Target,
  signal = AbortSignal.any([context.signal, AbortSignal.timeout(args.service.timeoutMs)]),
): Promise<string> {
  const { domain, scanMode, authority } = request;
  const body = { domain, scanMode, ...(authority === true ? { authority } : {}) };
  return service.start(body, `${run}:${domain}`, signal);
}

/** Reports each new state once. */
function teller({ args, context }: Auditing, domain: string): (state: Parameters<typeof stateText>[0]) => void {
  let last = '';
  return (state) => {
    const text = stateText(state);
    if (args.progress !== 'none' && text !== last) say(context, `${domain}: ${text}`);
    last = text;
  };
}

const fileOf = (pattern: string, domain: string): string => pattern.replaceAll('{domain}', domain);

async function writePdfs({ args, context, service }: Auditing, id: string, domain: string, signal: AbortSignal) {
  const { pdfs } = args.service;
  if (pdfs.length === 0) return;
  const pdf = await service.pdf(id, { paper: 'a4', detail: 'brief' }, signal);
  for (const pattern of pdfs) writeOutput(fileOf(pattern, domain), pdf, context.env);
}

/** Waits for the audit at the service; returns its result. */
async function endingOf(auditing: Auditing, target: Target, id: string, signal: AbortSignal): Promise<AuditEnding> {
  const { domain } = target.request;
  const state = await follow(auditing.service, id, teller(auditing, domain), signal);
  if (state.status === 'failed') {
    const { code, message, retryable } = state.failure ?? {
      code: 'internal_error' as const,
      message: 'The service gave no reason',
      retryable: true,
    };
    return failed(target, { code, message: safeText(message, { maxLength: 500 }), retryable });
  }
  const report = await auditing.service.report(id, signal);
  if (report.domain !== domain)
    throw new ServiceError('report_unreadable', `The report of ${id} is not one of ${domain}`);
  const { maxDrop = null } = auditing.args.gate;
  if (maxDrop !== null && auditing.args.baseline === null)
    auditing.drops.set(id, dropSince(await auditing.service.audits(domain, signal), report, maxDrop));
  await writePdfs(auditing, id, domain, signal);
  return { ok: true, report, source: target.source };
}

const failed = ({ request, source }: Target, failure: FailedAudit['failure']): AuditEnding => {
  const { domain, scanMode } = request;
  const now = Date.now();
  return { ok: false, source, failed: { domain, scanMode, startedAt: now, completedAt: now, engineVersion, failure } };
};

/** Leaves an audit running at the service, or cancels it if requested. */
async function leave({ args, context, service, address }: Auditing, id: string | null): Promise<'interrupted'> {
  if (id === null) return 'interrupted';
  if (!args.service.cancelOnInterrupt) {
    say(context, `The audit goes on. To read it: perimeter audit --server ${address} --resume ${id}`);
    return 'interrupted';
  }
  try {
    await service.cancel(id, AbortSignal.timeout(cancelMs));
    say(context, `Cancelled ${id} at the service`);
  } catch (error) {
    say(context, error instanceof ServiceError ? error.message : `Cannot cancel ${id}: no answer in time`);
  }
  return 'interrupted';
}

const resumeHint = ({ address }: Auditing, id: string | null): string =>
  id === null ? '' : `. To go on: perimeter audit --server ${address} --resume ${id}`;

function failedBy(error: unknown, auditing: Auditing, target: Target, id: string | null, isLate: boolean): AuditEnding {
  if (error instanceof ServiceError) {
    const retryable = error.code === 'service_unreachable';
    const hint = retryable || isLate ? resumeHint(auditing, id) : '';
    return failed(target, { code: error.code, message: `${error.message}${hint}`, retryable });
  }
  if (!isLate) throw error;
  if (id === null) {
    return failed(target, { code: 'service_unreachable', message: noAnswerInTime, retryable: true });
  }
  const message = `The audit did not end within --timeout${resumeHint(auditing, id)}`;
  return failed(target, { code: 'audit_not_ended', message, retryable: true });
}

/** One audit at the service from start to report. Never throws for errors of the service. */
export async function auditedByService(auditing: Auditing, target: Target): Promise<AuditEnding | 'interrupted'> {
  const { args, context, isResumed } = auditing;
  if (context.signal.aborted) return 'interrupted';
  for (const pattern of args.service.pdfs) checkWritable(fileOf(pattern, target.request.domain));
  const late = AbortSignal.timeout(args.service.timeoutMs);
  const signal = AbortSignal.any([context.signal, late]);
  let id = isResumed ? target.request.id : null;
  try {
    id ??= await startedByService(auditing, target, signal);
    if (args.progress !== 'none') say(context, `${target.request.domain}: ${id}`);
    return await endingOf(auditing, target, id, signal);
  } catch (error) {
    if (context.signal.aborted) return leave(auditing, id);
    return failedBy(error, auditing, target, id, late.aborted);
  }
}
