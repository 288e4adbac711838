import type { ColumnType } from 'kysely';

/** How many parts of an address's send budget a process may use; 0: it waits for some. */
export interface BudgetLeasesTable {
  /** In canonical form. */
  address: string;
  holder: string;
  parts: number;
  since_at: Date;
  until_at: Date;
}

/** An audit of a registrable domain or of an address, kept for a day. */
export interface TargetAuditsTable {
  target: string;
  audit_id: string;
  /** A deep audit with authority to test the target. */
  is_intrusive: boolean;
  at: ColumnType<Date, undefined, never>;
}
