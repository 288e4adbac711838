import type { ColumnType, Generated } from 'kysely';

/** A process that runs audits, and when it was there last. */
export interface WorkerProcessesTable {
  id: string;
  seen_at: ColumnType<Date, undefined, Date>;
}

/** Who stated that a name may be tested, apart from audits and accounts; kept for 24 months. */
export interface StatementsTable {
  id: Generated<string>;
  audit_id: string;
  domain: string;
  registrable_domain: string;
  /** principalKey of the caller, or operator. */
  stated_by: string;
  stated_at: ColumnType<Date, undefined, never>;
}
