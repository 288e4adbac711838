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
