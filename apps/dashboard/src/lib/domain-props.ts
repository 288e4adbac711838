import type {
  DomainAudit,
  DomainChanges,
  DomainList,
  DomainListQuery,
  InventoryChange,
} from '@perimeter/contract/domains';

/** What of the inventory of a domain an audit saw otherwise than the last one before it that saw it. */
export interface InventoryMark {
  at: number;
  kind: InventoryChange['kind'];
  /** The first of them. */
  names: readonly string[];
  /** How many others. */
  more: number;
}

/** A form of tags, owner and note that was refused: what was typed, and why at which field. */
export interface RefusedWords {
  typed: { tags: string; owner?: string | undefined; note?: string | undefined };
  wrong: { tags?: string; owner?: string; note?: string };
}

/** What the list of domains shows, and what the reader asked it for. */
export interface DomainsProps {
  list: DomainList;
  query: {
    sort: DomainListQuery['sort'];
    q?: string | undefined;
    tag?: string | undefined;
    cursor?: string | undefined;
  };
  /** A word with a colon that is no filter; null: there is none. */
  unknown: string | null;
  /** Accepted risks of the account that end within 14 days. */
  endingRisks: number;
  /** The row whose form was refused; null: none was. */
  refusedRow: (RefusedWords & { domain: string }) | null;
  /** What was selected and typed to tag it, and why it was refused; null: nothing was. */
  refusedTags: { pick: readonly string[]; tags: string; why: string } | null;
}

/** What the page of one domain shows. */
export interface DomainProps {
  domain: string;
  /** Completed, newest first. */
  audits: readonly DomainAudit[];
  /** Where older ones go on; null: these are the oldest. */
  nextCursor: string | null;
  /** These are the newest. */
  isFirstPage: boolean;
  /** Between the two latest, or those that are asked for; null where there are no two with reports. */
  changes: DomainChanges | null;
  /** What the audits saw otherwise than those before them. */
  marks: readonly InventoryMark[];
  /** When the account accepted risks of the domain; a check of null: of one finding. */
  risks: readonly { at: number; checkId: string | null }[];
  tags: readonly string[];
  owner: string;
  note: string;
  /** Null: no form was refused. */
  refused: RefusedWords | null;
}
