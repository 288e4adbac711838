import type { ColumnType, Generated, Selectable } from 'kysely';

/** A passkey of an account (WebAuthn Level 3 section 4, credential record). */
export interface PasskeysTable {
  id: string;
  account_id: string;
  /** The account in the authenticator's user handle; null: account_id. */
  made_for: ColumnType<string | null, undefined, string | null>;
  credential_id: Buffer;
  /** COSE_Key. */
  public_key: Buffer;
  /** The authenticator's last signature counter; 0 if it has none. */
  sign_count: ColumnType<string, number, number>;
  transports: string[];
  is_synced: boolean;
  name: string;
  created_at: Generated<Date>;
  last_used_at: ColumnType<Date | null, undefined, Date>;
}
export type PasskeyRow = Selectable<PasskeysTable>;

/** What a challenge is for. */
export type Purpose = 'create' | 'log in' | 'prove';

/** A challenge without an answer. */
export interface PasskeyChallengesTable {
  challenge: Buffer;
  purpose: Purpose;
  /** SHA-256 of the cookie of the browser that received it. */
  bound_to: Buffer;
  /** The account whose passkeys may answer; null: any account's. */
  account_id: string | null;
  expires_at: Date;
}
