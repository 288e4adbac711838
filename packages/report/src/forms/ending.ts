import type { AuditFailure, AuditFailureCode } from '@perimeter/contract/audit';
import type { Report, ScanMode } from '@perimeter/contract/report';
import type { Accepted } from '@perimeter/contract/waiver/apply';

/** The line of a file that names a target: code scanning shows findings on files alone. */
export interface SourceLine {
  /** Relative to the root of the repository, with slashes. */
  path: string;
  /** Counted from 1. */
  line: number;
}

/** Why a service that ran an audit for the command line gave no report: these are no failures of the audit itself. */
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

/** How one audit ended, and where its target was named. */
export type AuditEnding = (
  | {
      ok: true;
      report: Report;
      /** Absent where nobody asked for waivers. */
      accepted?: Accepted;
      /** What a baseline says of findings, by fingerprint; one that it lacks is new. Absent where there is none. */
      baseline?: ReadonlyMap<string, 'unchanged' | 'updated'>;
    }
  | { ok: false; failed: FailedAudit }
) & {
  source: SourceLine | null;
  /** What perimeter.yml says of the target; absent where it says nothing. */
  listed?: { owner?: string | undefined; tags?: readonly string[] | undefined };
};

/** An audit that ended with a report. */
export type CompletedAudit = Extract<AuditEnding, { ok: true }>;

/** The ending of a completed audit that no file of targets names. */
export const completed = (report: Report): CompletedAudit => ({ ok: true, report, source: null });

/** What a report and a failed audit have in common. */
export const auditOf = (ending: AuditEnding): Report | FailedAudit => (ending.ok ? ending.report : ending.failed);

/** Why there is no report, as one sentence without its full stop. */
export const failedAuditText = ({ failure: { code, message, retryable } }: FailedAudit): string =>
  `${message} [${code}]${retryable ? '; retrying may help' : ''}`;
