import type { ColumnType, Generated } from 'kysely';

/** A statement of authority over a name, separate from audits and accounts; kept for 24 months. */
export interface StatementsTable {
  id: Generated<string>;
  audit_id: string;
  domain: string;
  registrable_domain: string;
  /** principalKey of the caller, or operator. */
  stated_by: string;
  /** How the account proved control of the name; null: stated without proof. */
  proof: ColumnType<'dns' | 'file' | null, 'dns' | 'file' | null | undefined, never>;
  stated_at: ColumnType<Date, undefined, never>;
}
