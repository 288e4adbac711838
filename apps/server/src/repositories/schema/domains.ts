import type { ColumnType } from 'kysely';

/** An account's notes about a domain. */
export interface AccountDomainsTable {
  account_id: string;
  domain: string;
  tags: ColumnType<string[], string[] | undefined, string[]>;
  /** The person responsible, as the account entered it; '': none. */
  owner: ColumnType<string, string | undefined, string>;
  note: ColumnType<string, string | undefined, string>;
  /** When it was removed from the list, until its next audit; null: it is listed. */
  removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** A domain that an account claims to control; proved if proved_at is set. */
export interface DomainControlsTable {
  account_id: string;
  domain: string;
  /** Where the proof was last found. */
  how: ColumnType<'dns' | 'file' | null, undefined, 'dns' | 'file'>;
  /** When the proof was last found. */
  proved_at: ColumnType<Date | null, undefined, Date>;
  /** When the proof was last looked for. */
  checked_at: ColumnType<Date | null, undefined, Date>;
  /** The id in the badge's URL; null: there is no badge. */
  badge_id: ColumnType<string | null, undefined, string | null>;
  created_at: ColumnType<Date, Date | undefined, never>;
}
