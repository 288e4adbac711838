import type { ColumnType } from 'kysely';

/** The memory of a registrable domain's audits: of all public audits, or of one account's private ones. */
export interface AuditMemoriesTable {
  /** Null: public audits. */
  account_id: string | null;
  registrable_domain: string;
  /** When the first remembered audit started. */
  since: Date;
  keys: ColumnType<unknown, string, string>;
  ports: ColumnType<unknown, string | undefined, string>;
  /** TLS sessions, encrypted under the server secret; null: none. */
  encrypted_sessions: Buffer | null;
  /** When the youngest session expires. */
  sessions_until: Date | null;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}

/** A session with a mail server that many domains use, shared by audits for an hour. */
export interface MailSessionsTable {
  /** Host, address and scan mode. */
  key: string;
  session: ColumnType<unknown, string, string>;
  kept_until: Date;
}
