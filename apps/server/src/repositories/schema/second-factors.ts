import type { ColumnType, Generated, Selectable } from 'kysely';

/** An account's authenticator application: a TOTP secret (RFC 6238). */
export interface SecondFactorsTable {
  account_id: string;
  /** Encrypted under the server secret. */
  encrypted_secret: Buffer;
  created_at: Generated<Date>;
  /** When the first code was entered; null: logging in does not require a code yet. */
  confirmed_at: ColumnType<Date | null, null | undefined, Date | null>;
  /** The time step of the last accepted code, so that none is accepted twice. */
  last_step: ColumnType<string | null, null | undefined, number | null>;
}
export type SecondFactorRow = Selectable<SecondFactorsTable>;

/** A recovery code for a lost second factor; deleted when used. */
export interface RecoveryCodesTable {
  account_id: string;
  /** SHA-256 of the code, which has 80 random bits. */
  code_hash: Buffer;
}
