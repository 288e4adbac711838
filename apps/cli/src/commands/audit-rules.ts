import { type AuditEnding, auditOf, type CompletedAudit } from '@perimeter/report/forms/ending';
import {
  entriesOf,
  isStrictFailure,
  type JudgedEntry,
  lastLine,
  notices,
  startAcceptance,
} from '../acceptance/acceptance.ts';
import type { AuditArguments } from '../audit/audit-arguments.ts';
import { type Baseline, baselineStates, compareWith, readBaseline } from '../baseline/baseline.ts';
import { domainsOf } from '../config/audit-configuration.ts';
import { withOrigin } from '../config/precedence.ts';
import type { Context } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Compared } from '../gate.ts';
import { say } from '../say.ts';

/** The team's rules in a run: accepted risks and the baseline. */
export interface RunRules {
  applied: (ending: AuditEnding) => AuditEnding;
  compared: (ending: CompletedAudit) => Compared | undefined;
  /** Reports the effect of the accepted risks last; returns the exit code that they alone would give. */
  ended: (context: Context) => ExitCode;
}

function tell(judged: readonly JudgedEntry[], isStrict: boolean, context: Context): ExitCode {
  const line = lastLine(judged);
  const fails = isStrict && isStrictFailure(judged);
  for (const notice of notices(judged)) say(context, notice);
  if (fails) say(context, 'gate failed: --strict-accept takes no acceptance that is unused, expired or ends soon');
  if (line !== null) say(context, line);
  return fails ? exitCodes.gateFailed.code : exitCodes.ok.code;
}

/** Reads the rules of a run before the first packet; throws UsageError if they are invalid. */
export function startRules(args: AuditArguments, nowMs: number): RunRules {
  const { configuration, baseline: file } = args;
  const acceptance = startAcceptance(configuration === null ? [] : entriesOf(configuration, nowMs), nowMs);
  const baseline: Baseline | null = file === null ? null : withOrigin(args, () => readBaseline(file), 'baseline');
  const listed = configuration === null ? [] : domainsOf(configuration);
  const missing = new Set(listed);
  return {
    applied: (given) => {
      const { domain } = auditOf(given);
      const index = listed.indexOf(domain);
      const { owner, tags } = configuration?.values.targets?.[index] ?? {};
      const ending = owner === undefined && tags === undefined ? given : { ...given, listed: { owner, tags } };
      if (!ending.ok) missing.add(ending.failed.domain);
      else missing.delete(ending.report.domain);
      if (!ending.ok) return ending;
      const { report } = ending;
      return {
        ...ending,
        ...(configuration === null ? {} : { accepted: acceptance.apply(report) }),
        ...(baseline === null ? {} : { baseline: baselineStates(baseline, report) }),
      };
    },
    compared: ({ report, accepted }) =>
      baseline === null ? undefined : compareWith(baseline, report, accepted, { ...args, nowMs }),
    ended: (context) => tell(acceptance.judged(missing.size === 0), args.strictAccept, context),
  };
}
