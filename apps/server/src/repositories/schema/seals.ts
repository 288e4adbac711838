import type { ColumnType, Generated, Selectable } from 'kysely';

/** A signing certificate and its key, encrypted under the server secret. */
export interface SigningKeysTable {
  /** SHA-256 of the certificate, in hexadecimal. */
  kid: string;
  role: 'root' | 'signer';
  /** DER. */
  certificate: Buffer;
  /** Null: the key is kept elsewhere. */
  encrypted_key: ColumnType<Buffer | null, Buffer | null, Buffer | null>;
  status: Generated<'active' | 'retired' | 'compromised'>;
  created_at: Generated<Date>;
  ended_at: ColumnType<Date | null, undefined, Date>;
}
export type SigningKeyRow = Selectable<SigningKeysTable>;

/** One entry of the register of sealed documents. */
export interface SealsTable {
  sequence: string;
  audit_id: string;
  paper: string;
  content_sha256: Buffer;
  file_sha256: Buffer;
  kid: string;
  sealed_at: Date;
  previous_entry: Buffer;
  /** SHA-256 over the previous entry and this one's content. */
  entry: Buffer;
  /** Null: retention deleted the document with its report. */
  body: ColumnType<Buffer | null, Buffer, null>;
}
export type SealRow = Selectable<SealsTable>;
