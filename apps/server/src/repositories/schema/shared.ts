import type { AnswerKind } from '@perimeter/contract/answers/answer';
import type { Severity } from '@perimeter/contract/finding';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** A risk that an account accepts for a domain until a date. */
export interface WaiversTable {
  id: string;
  account_id: string;
  domain: string;
  fingerprint: string | null;
  check_id: string | null;
  /** Limits the waiver to findings on this host. */
  host: string | null;
  /** The severity at the time of acceptance; null: any. */
  severity: Severity | null;
  reason: string;
  /** Null in rows of earlier versions. */
  owner: string | null;
  /** YYYY-MM-DD, read as text. */
  expires: string;
  created_at: Generated<Date>;
  /** The value of `expires` that a message announced; null: none was sent. */
  announced: ColumnType<string | null, undefined, string | null>;
}
export type WaiverRow = Omit<Selectable<WaiversTable>, 'announced'>;

/** A link that shows the report of an audit to anyone who has it. */
export interface ShareLinksTable {
  id: string;
  audit_id: string;
  account_id: string;
  /** SHA-256 of the link's token. */
  token_hash: Buffer;
  /** True: without evidence and host names. */
  redacted: boolean;
  /** True: anyone with the link may send answers. */
  takes_answers: Generated<boolean>;
  created_at: Generated<Date>;
  expires_at: Date;
}
export type ShareLinkRow = Selectable<ShareLinksTable>;

/** An answer sent through a share link; it stays after the link ends. The sender's network is not stored. */
export interface ShareAnswersTable {
  id: string;
  audit_id: string;
  account_id: string;
  share_id: string;
  kind: AnswerKind;
  /** Null: about the whole report. */
  check_id: string | null;
  text: string;
  name: string | null;
  created_at: Date;
  /** When the account saw it; null: new. */
  seen_at: ColumnType<Date | null, undefined, Date | null>;
  /** When the account hid it from the link; null: the link shows it. */
  hidden_at: ColumnType<Date | null, undefined, Date | null>;
}
export type ShareAnswerRow = Selectable<ShareAnswersTable>;
