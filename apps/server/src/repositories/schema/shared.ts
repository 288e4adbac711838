import type { AnswerKind } from '@perimeter/contract/answers/answer';
import type { Severity } from '@perimeter/contract/finding';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** A risk that an account accepts for a domain until a day. */
export interface WaiversTable {
  id: string;
  account_id: string;
  domain: string;
  fingerprint: string | null;
  check_id: string | null;
  /** Covers findings on this host alone. */
  host: string | null;
  /** When it was accepted; null: any. */
  severity: Severity | null;
  reason: string;
  /** Null in rows from before it was asked for. */
  owner: string | null;
  /** YYYY-MM-DD; read as text. */
  expires: string;
  created_at: Generated<Date>;
  /** The end that a message announced, as expires; null: none was sent. */
  announced: ColumnType<string | null, undefined, string | null>;
}
export type WaiverRow = Omit<Selectable<WaiversTable>, 'announced'>;

/** A link that shows the report of an audit to whoever has it. */
export interface ShareLinksTable {
  id: string;
  audit_id: string;
  account_id: string;
  /** SHA-256 of what the link carries. */
  token_hash: Buffer;
  /** Without evidence and hosts. */
  redacted: boolean;
  /** Whoever has it may answer. */
  takes_answers: Generated<boolean>;
  created_at: Generated<Date>;
  expires_at: Date;
}
export type ShareLinkRow = Selectable<ShareLinksTable>;

/** What somebody who has a link answered; it stays when the link ends. Nothing is kept of where it came from. */
export interface ShareAnswersTable {
  id: string;
  audit_id: string;
  account_id: string;
  share_id: string;
  kind: AnswerKind;
  /** Null: of the whole report. */
  check_id: string | null;
  text: string;
  name: string | null;
  created_at: Date;
  /** When the account saw it; null: it is new. */
  seen_at: ColumnType<Date | null, undefined, Date | null>;
  /** When the account took it off the link; null: the link shows it. */
  hidden_at: ColumnType<Date | null, undefined, Date | null>;
}
export type ShareAnswerRow = Selectable<ShareAnswersTable>;
