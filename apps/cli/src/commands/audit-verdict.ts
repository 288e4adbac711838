import { safeText } from '@perimeter/report/safe-text';
import { engineVersion } from '@perimeter/engine/version';
import { type AuditEnding, type FailedAudit, failedAuditText } from '@perimeter/report/forms/ending';
import { counted } from '@perimeter/report/words';
import type { AuditArguments } from '../audit/audit-arguments.ts';
import type { Context } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type Compared, gateVerdict } from '../gate.ts';
import { say } from '../say.ts';
import type { Target } from './audit-targets.ts';

/** Advice for failures that the user may be able to fix. */
const hints: Readonly<Partial<Record<FailedAudit['failure']['code'], string>>> = {
  domain_not_found: 'Check the spelling. If only an internal DNS server knows the name, set PERIMETER_RESOLVERS.',
  dns_unavailable: 'Check the name servers of the domain, or set PERIMETER_RESOLVERS to another resolver.',
  target_unreachable: 'Check that the site is online, and that no firewall blocks connections from this machine.',
  target_blocked: 'To audit a private network, allow it with PERIMETER_ALLOW_NETWORKS.',
};

/** Failures of a service have other exit codes than failures of an audit. */
const failureExits: Readonly<Partial<Record<FailedAudit['failure']['code'], ExitCode>>> = {
  service_refused: exitCodes.serviceRefused.code,
  service_unreachable: exitCodes.serviceUnreachable.code,
};

/** The result of an audit with its target. */
export function endingOf(
  result: Awaited<ReturnType<Context['runAudit']>>,
  { request, source }: Target,
  startedAt: number,
): AuditEnding {
  if (result.ok) return { ok: true, report: result.report, source };
  const { domain, scanMode } = request;
  const { failure } = result;
  return {
    ok: false,
    source,
    failed: { domain, scanMode, startedAt, completedAt: Date.now(), engineVersion, failure },
  };
}

/** The owner of a target, for messages that need someone's attention. */
const ownerOf = ({ listed }: AuditEnding): string =>
  listed?.owner === undefined ? '' : ` (owner: ${safeText(listed.owner)})`;

/** Reports how an audit ended; returns the exit code that it alone would give. */
export function judge(ending: AuditEnding, args: AuditArguments, context: Context, compared?: Compared): ExitCode {
  if (!ending.ok) {
    const { domain, failure } = ending.failed;
    const hint = hints[failure.code];
    say(context, `${domain}: audit failed${ownerOf(ending)}. ${failedAuditText(ending.failed)}`);
    if (hint !== undefined) say(context, hint);
    return failureExits[failure.code] ?? exitCodes.noReport.code;
  }
  const { domain, score } = ending.report;
  const { outcome, text } = gateVerdict(args, ending.report, ending.accepted, compared);
  if (outcome !== 'ok' || args.progress !== 'none') {
    say(
      context,
      `${domain}: ${score.total} of 100, grade ${score.grade}; ${text}${outcome === 'ok' ? '' : ownerOf(ending)}`,
    );
  }
  return exitCodes[outcome].code;
}

/** Reports counts of how several audits ended. */
export function tellSum(codes: readonly ExitCode[], args: AuditArguments, context: Context): void {
  if (codes.length < 2 || args.progress === 'none') return;
  const count = (code: ExitCode): number => codes.filter((one) => one === code).length;
  const parts = [
    [count(exitCodes.ok.code), 'passed the gate'],
    [count(exitCodes.gateFailed.code), 'failed the gate'],
    [count(exitCodes.noReport.code), 'failed or incomplete'],
    [count(exitCodes.serviceRefused.code), 'refused by the service'],
    [count(exitCodes.serviceUnreachable.code), 'without an answer of the service'],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  say(context, `${counted(codes.length, 'audit')}: ${told.join(', ')}`);
}

/** Reports that the run was interrupted; returns its exit code. */
export function tellInterruption(context: Context, { request }: Target, done: number): ExitCode {
  const before = done === 0 ? '' : `; ${counted(done, 'audit')} had completed, and no file was written`;
  say(context, `The audit of ${request.domain} was interrupted, so there is no report${before}`);
  return context.signal.reason === 'SIGTERM' ? exitCodes.terminated.code : exitCodes.interrupted.code;
}

/** The highest exit code: they increase with how little is known. */
export const worst = (codes: readonly ExitCode[]): ExitCode =>
  codes.reduce((found, code) => (code > found ? code : found), exitCodes.ok.code);
