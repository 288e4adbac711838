import type { ColumnType } from 'kysely';

/** What audits of a registrable domain leave to later ones: of all public audits, or of one account's private ones. */
export interface AuditMemoriesTable {
  /** Null: of the public audits. */
  account_id: string | null;
  registrable_domain: string;
  /** When the first audit that is remembered began. */
  since: Date;
  keys: ColumnType<unknown, string, string>;
  /** TLS sessions under the server's secret; null: none. */
  encrypted_sessions: Buffer | null;
  /** When the youngest session is too old. */
  sessions_until: Date | null;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}
