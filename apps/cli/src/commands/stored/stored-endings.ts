import { auditFailure, auditFailureCode } from '@perimeter/contract/audit';
import { report, type Report, reportSchemaVersion, scanMode } from '@perimeter/contract/report';
import { engineVersion } from '@perimeter/engine/version';
import { type AuditEnding, serviceFailureCodes } from '@perimeter/report/forms/ending';
import { z } from 'zod';
import { UsageError } from '../../argument-values.ts';
import { storedText } from './stored-file.ts';

/** An audit without a report in --format json. */
const failedAudit = z.object({
  status: z.literal('failed'),
  domain: z.string().max(253),
  // Files of earlier versions have neither mode nor times.
  scanMode: scanMode.default('standard'),
  startedAt: z.int().nonnegative().default(0),
  completedAt: z.int().nonnegative().default(0),
  failure: auditFailure.extend({ code: z.enum([...auditFailureCode.options, ...serviceFailureCodes]) }),
});

/** Not parsed, so that additions of a newer minor version are kept. */
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
  if (data !== undefined && isDomain(data.domain))
    return { ok: false, failed: { ...data, engineVersion }, source: null };
  const version = z.object({ schemaVersion: z.string().regex(/^\d{1,4}\.\d{1,4}$/u) }).safeParse(value).data;
  const newer =
    version === undefined ? '' : ` of schema ${version.schemaVersion}; this perimeter reads ${reportSchemaVersion}`;
  throw new UsageError(`${file} is not a readable report${newer}`);
}

/** A report, an array of them, or one per line. */
function valuesOf(text: string, file: string): unknown[] {
  const read = (part: string): unknown[] => {
    const value: unknown = JSON.parse(part);
    return Array.isArray(value) ? value : [value];
  };
  try {
    return read(text);
  } catch {
    // Not one JSON document: try one per line.
  }
  try {
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : read(line)));
  } catch {
    throw new UsageError(`${file} is not JSON`);
  }
}

/** The audits in a file of reports. Throws UsageError. */
export function storedEndings(file: string): AuditEnding[] {
  const endings = valuesOf(storedText(file), file).map((value) => endingOf(value, file));
  if (endings.length === 0) throw new UsageError(`${file} contains no report`);
  return endings;
}
