import type { ColumnType, Generated, Selectable } from 'kysely';

/** What an account shows beside its password: a secret for codes that change with the time (RFC 6238). */
export interface SecondFactorsTable {
  account_id: string;
  /** Under the server's secret. */
  encrypted_secret: Buffer;
  created_at: Generated<Date>;
  /** When a first code was shown; null: it is not asked for yet. */
  confirmed_at: ColumnType<Date | null, null | undefined, Date | null>;
  /** The time step of the last code that was taken: none is taken twice. */
  last_step: ColumnType<string | null, null | undefined, number | null>;
}
export type SecondFactorRow = Selectable<SecondFactorsTable>;

/** A code for when the second factor is lost; it is removed when it is used. */
export interface RecoveryCodesTable {
  account_id: string;
  /** SHA-256 of the code: 80 random bits. */
  code_hash: Buffer;
}
