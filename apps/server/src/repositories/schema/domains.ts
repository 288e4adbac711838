import type { ColumnType } from 'kysely';

/** What an account keeps of a domain beside its audits. */
export interface AccountDomainsTable {
  account_id: string;
  domain: string;
  tags: ColumnType<string[], string[] | undefined, string[]>;
  /** Who looks after it, in the account's words; '': nobody said. */
  owner: ColumnType<string, string | undefined, string>;
  note: ColumnType<string, string | undefined, string>;
  /** Taken off the list until it is audited again; null: it was not. */
  removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** A domain that an account claims to control; proved where proved_at is there. */
export interface DomainControlsTable {
  account_id: string;
  domain: string;
  /** Where the proof was found last. */
  how: ColumnType<'dns' | 'file' | null, undefined, 'dns' | 'file'>;
  /** When it was found last. */
  proved_at: ColumnType<Date | null, undefined, Date>;
  /** When it was looked for last. */
  checked_at: ColumnType<Date | null, undefined, Date>;
  /** What the address of its badge carries; null: there is no badge. */
  badge_id: ColumnType<string | null, undefined, string | null>;
  created_at: ColumnType<Date, Date | undefined, never>;
}
