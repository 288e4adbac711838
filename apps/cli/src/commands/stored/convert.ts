import { auditFailure } from '@perimeter/contract/audit';
import { report, type Report, reportSchemaVersion } from '@perimeter/contract/report';
import { engineVersion } from '@perimeter/engine/version';
import type { AuditEnding } from '@perimeter/report/forms/ending';
import { z } from 'zod';
import { entriesOf, startAcceptance } from '../../acceptance/acceptance.ts';
import { UsageError } from '../../argument-values.ts';
import type { ReportArguments } from '../../audit-arguments.ts';
import { configurationFor } from '../../config/audit-configuration.ts';
import type { Context } from '../../context.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { say } from '../../say.ts';
import { startDelivering } from '../audit-forms.ts';
import { storedText } from './stored-file.ts';

/** What --format json says of an audit without a report. */
const failedAudit = z.object({ status: z.literal('failed'), domain: z.string().max(253), failure: auditFailure });

/** As it was stored: what a newer minor version adds stays in it. */
const isReport = (value: unknown): value is Report => report.safeParse(value).success;

const isDomain = (text: string): boolean => /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/u.test(text);

/** A stored report with the risks that were accepted when it was written. */
function completedOf({ scoreWithAccepted, ...stored }: Report): AuditEnding {
  const accepted = stored.findings.flatMap(({ fingerprint, checkId, accepted: risk }) =>
    risk === undefined ? [] : [[fingerprint, { ...risk, fingerprint, checkId }] as const],
  );
  const findings = stored.findings.map((finding) => {
    const alone = { ...finding };
    delete alone.accepted;
    return alone;
  });
  const ending = { ok: true, report: { ...stored, findings }, source: null } as const;
  if (accepted.length === 0) return ending;
  return { ...ending, accepted: { waived: new Map(accepted), score: scoreWithAccepted ?? null } };
}

function endingOf(value: unknown, file: string): AuditEnding {
  if (isReport(value) && isDomain(value.domain)) return completedOf(value);
  const { data } = failedAudit.safeParse(value);
  if (data !== undefined && isDomain(data.domain)) {
    const { domain, failure } = data;
    const failed = { domain, scanMode: 'standard', startedAt: 0, completedAt: 0, engineVersion, failure } as const;
    return { ok: false, failed, source: null };
  }
  const version = z.object({ schemaVersion: z.string().regex(/^\d{1,4}\.\d{1,4}$/u) }).safeParse(value).data;
  const newer =
    version === undefined ? '' : ` of schema ${version.schemaVersion}; this perimeter reads ${reportSchemaVersion}`;
  throw new UsageError(`${file} is not a readable report${newer}`);
}

/** A report, a list of them, or one a line. */
function valuesOf(text: string, file: string): unknown[] {
  const read = (part: string): unknown[] => {
    const value: unknown = JSON.parse(part);
    return Array.isArray(value) ? value : [value];
  };
  try {
    return read(text);
  } catch {
    // Not one text: maybe one a line.
  }
  try {
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : read(line)));
  } catch {
    throw new UsageError(`${file} is not JSON`);
  }
}

/**
 * The accepted risks of perimeter.yml in the place of those that were stored: today's file decides, as it would for an audit.
 */
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
  const endings = valuesOf(storedText(args.file), args.file).map((value) => accepting(endingOf(value, args.file)));
  if (endings.length === 0) throw new UsageError(`${args.file} contains no report`);
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
