import type { AuditFailure, AuditStatus } from '@perimeter/contract/audit';
import type { ScanMode } from '@perimeter/contract/report';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** One audit and how far it has come. */
export interface AuditsTable {
  /** The id on the wire without its prefix. */
  id: string;
  domain: string;
  registrable_domain: string;
  scan_mode: ScanMode;
  status: Generated<AuditStatus>;
  current_phase: string;
  phases_completed: Generated<number>;
  phases_total: number;
  checks_executed: Generated<number>;
  findings_count: Generated<number>;
  percent: Generated<number>;
  failure: ColumnType<AuditFailure | null, string | undefined, string | null>;
  /** Grows with each change: what an entity tag is made of. */
  version: Generated<number>;
  started_at: Generated<Date>;
  running_at: ColumnType<Date | null, undefined, Date>;
  ended_at: ColumnType<Date | null, undefined, Date>;
}
export type AuditRow = Selectable<AuditsTable>;

/** The report of a completed audit, in the very bytes that are served. */
export interface AuditReportsTable {
  audit_id: string;
  body: Buffer;
  sha256: Buffer;
}

/** What an audit saw, kept so that it can be judged again. */
export interface AuditEvidenceTable {
  audit_id: string;
  /** How body is to be read: json+gzip. */
  encoding: string;
  body: Buffer;
}

/** The tables of the service; the queue keeps its own in a schema beside them. */
export interface Schema {
  audits: AuditsTable;
  audit_reports: AuditReportsTable;
  audit_evidence: AuditEvidenceTable;
}
