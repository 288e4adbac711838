import type { ColumnType, Generated } from 'kysely';

/** Who stated that a name may be tested, apart from audits and accounts; kept for 24 months. */
export interface StatementsTable {
  id: Generated<string>;
  audit_id: string;
  domain: string;
  registrable_domain: string;
  /** principalKey of the caller, or operator. */
  stated_by: string;
  /** How the account had proved to control the name; null: it was stated alone. */
  proof: ColumnType<'dns' | 'file' | null, 'dns' | 'file' | null | undefined, never>;
  stated_at: ColumnType<Date, undefined, never>;
}
