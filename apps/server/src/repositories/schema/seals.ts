import type { ColumnType, Generated, Selectable } from 'kysely';

/** A certificate of ours and, under the server's secret, its key. */
export interface SigningKeysTable {
  /** SHA-256 of the certificate, hex. */
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
  /** SHA-256 over the entry before and what this one says. */
  entry: Buffer;
  /** Null: the document went with its report when its time was over. */
  body: ColumnType<Buffer | null, Buffer, null>;
}
export type SealRow = Selectable<SealsTable>;
