import type { ColumnType } from 'kysely';

/** How much of the budgets of an address a process may use; 0 parts: it waits for some. */
export interface BudgetLeasesTable {
  /** In its canonical form. */
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
  /** A deep audit whose caller may test the target. */
  is_intrusive: boolean;
  at: ColumnType<Date, undefined, never>;
}
