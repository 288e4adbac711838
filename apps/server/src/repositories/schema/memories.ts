import type { ColumnType } from 'kysely';

/** What audits of a registrable domain leave to later ones: of all public audits, or of one account's private ones. */
export interface AuditMemoriesTable {
  /** Null: of the public audits. */
  account_id: string | null;
  registrable_domain: string;
  /** When the first audit that is remembered began. */
  since: Date;
  keys: ColumnType<unknown, string, string>;
  ports: ColumnType<unknown, string | undefined, string>;
  /** TLS sessions under the server's secret; null: none. */
  encrypted_sessions: Buffer | null;
  /** When the youngest session is too old. */
  sessions_until: Date | null;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}

/** What a mail server said that many domains use, for audits of the next hour. */
export interface MailSessionsTable {
  /** Host, address and scan mode. */
  key: string;
  session: ColumnType<unknown, string, string>;
  kept_until: Date;
}
