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
  /** The findings as JSON: text of targets can hold what jsonb refuses. */
  findings: Buffer;
}
