import type { Generated } from 'kysely';

/** A finished phase of an audit that has not ended. */
export interface AuditPhasesTable {
  /** Increases with each phase. */
  number: Generated<string>;
  audit_id: string;
  phase: string;
  findings_count: number;
  /** Milliseconds since the start of the run. */
  elapsed_ms: number;
  /** Checks with a verdict, and applicable checks without one; null: written by an earlier version. */
  checks_judged: number | null;
  checks_inconclusive: number | null;
  /** The findings as JSON bytes, because text of targets can contain characters that jsonb refuses. */
  findings: Buffer;
}
