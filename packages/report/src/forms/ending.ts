import type { AuditFailure, AuditFailureCode } from '@perimeter/contract/audit';
import type { Report, ScanMode } from '@perimeter/contract/report';
import type { Accepted } from '@perimeter/contract/waiver/apply';

/** The line of a file that names a target, because code scanning shows findings only on files. */
export interface SourceLine {
  /** Relative to the repository's root, with slashes. */
  path: string;
  /** Counted from 1. */
  line: number;
}

/** Why a service gave no report to the command line; these are not failures of the audit. */
export const serviceFailureCodes = [
  'service_refused',
  'service_unreachable',
  'audit_not_ended',
  'report_unreadable',
] as const;
export type ServiceFailureCode = (typeof serviceFailureCodes)[number];

/** An audit that ended without a report. */
export interface FailedAudit {
  domain: string;
  scanMode: ScanMode;
  /** Epoch milliseconds. */
  startedAt: number;
  /** Epoch milliseconds. */
  completedAt: number;
  engineVersion: string;
  failure: Omit<AuditFailure, 'code'> & { code: AuditFailureCode | ServiceFailureCode };
}

/** The result of an audit, and where its target was named. */
export type AuditEnding = (
  | {
      ok: true;
      report: Report;
      /** Absent if waivers were not applied. */
      accepted?: Accepted;
      /** The baseline state of findings by fingerprint; a missing one is new. Absent without a baseline. */
      baseline?: ReadonlyMap<string, 'unchanged' | 'updated'>;
    }
  | { ok: false; failed: FailedAudit }
) & {
  source: SourceLine | null;
  /** The target's properties in perimeter.yml; absent if it has none. */
  listed?: { owner?: string | undefined; tags?: readonly string[] | undefined };
};

/** An audit that ended with a report. */
export type CompletedAudit = Extract<AuditEnding, { ok: true }>;

/** A completed audit whose target is in no file. */
export const completed = (report: Report): CompletedAudit => ({ ok: true, report, source: null });

/** What a report and a failed audit have in common. */
export const auditOf = (ending: AuditEnding): Report | FailedAudit => (ending.ok ? ending.report : ending.failed);

/** Why there is no report, as a sentence without a full stop. */
export const failedAuditText = ({ failure: { code, message, retryable } }: FailedAudit): string =>
  `${message} [${code}]${retryable ? '; retrying may help' : ''}`;
