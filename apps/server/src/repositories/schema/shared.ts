import type { Generated, Selectable } from 'kysely';

/** A risk that an account accepts for a domain until a day. */
export interface WaiversTable {
  id: string;
  account_id: string;
  domain: string;
  fingerprint: string | null;
  check_id: string | null;
  reason: string;
  /** YYYY-MM-DD; read as text. */
  expires: string;
  created_at: Generated<Date>;
}
export type WaiverRow = Selectable<WaiversTable>;

/** A link that shows the report of an audit to whoever has it. */
export interface ShareLinksTable {
  id: string;
  audit_id: string;
  account_id: string;
  /** SHA-256 of what the link carries. */
  token_hash: Buffer;
  /** Without evidence and hosts. */
  redacted: boolean;
  created_at: Generated<Date>;
  expires_at: Date;
}
export type ShareLinkRow = Selectable<ShareLinksTable>;
