import type { ColumnType, Generated, Selectable } from 'kysely';

/** A passkey of an account (WebAuthn Level 3 section 4, credential record). */
export interface PasskeysTable {
  id: string;
  account_id: string;
  /** The account that its authenticator names; null: account_id. */
  made_for: ColumnType<string | null, undefined, string | null>;
  credential_id: Buffer;
  /** COSE_Key. */
  public_key: Buffer;
  /** The last counter that the authenticator showed; 0 where it counts nothing. */
  sign_count: ColumnType<string, number, number>;
  transports: string[];
  is_synced: boolean;
  name: string;
  created_at: Generated<Date>;
  last_used_at: ColumnType<Date | null, undefined, Date>;
}
export type PasskeyRow = Selectable<PasskeysTable>;

/** What a passkey is asked to do. */
export type Purpose = 'create' | 'log in' | 'prove';

/** A challenge that nobody has answered yet. */
export interface PasskeyChallengesTable {
  challenge: Buffer;
  purpose: Purpose;
  /** SHA-256 of the cookie of the browser that it was given to. */
  bound_to: Buffer;
  /** Whose passkeys may answer; null: anyone's. */
  account_id: string | null;
  expires_at: Date;
}
