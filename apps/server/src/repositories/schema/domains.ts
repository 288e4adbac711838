import type { ColumnType } from 'kysely';

/** What an account keeps of a domain beside its audits. */
export interface AccountDomainsTable {
  account_id: string;
  domain: string;
  tags: ColumnType<string[], string[] | undefined, string[]>;
  /** Taken off the list until it is audited again; null: it was not. */
  removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}
