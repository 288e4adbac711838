import type { Generated } from 'kysely';

/** A finished phase of an audit that has not ended. */
export interface AuditPhasesTable {
  /** Grows from phase to phase. */
  number: Generated<string>;
  audit_id: string;
  phase: string;
  findings_count: number;
  /** From the start of the run. */
  elapsed_ms: number;
  /** Checks with a verdict, and those that apply and have none; null: an earlier version wrote the row. */
  checks_judged: number | null;
  checks_inconclusive: number | null;
  /** The findings as JSON: text of targets can hold what jsonb refuses. */
  findings: Buffer;
}
