import type { ScanMode } from '@perimeter/contract/report';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** Domains of an account that are audited one after the other, within its rate limit. */
export interface BatchesTable {
  id: string;
  account_id: string;
  scan_mode: ScanMode;
  /** Null: the account's default at each start. */
  is_private: boolean | null;
  authority: boolean;
  status: Generated<'running' | 'paused' | 'cancelled' | 'done'>;
  /** Code of the problem that paused it; null: not paused. */
  paused_because: ColumnType<string | null, undefined, string | null>;
  /** The credential that started it: session, or key: and the key's id. */
  charged_by: Generated<string>;
  total: number;
  idempotency_key: string | null;
  body_hash: Buffer;
  created_at: Generated<Date>;
  ended_at: ColumnType<Date | null, undefined, Date>;
}
export type BatchRow = Selectable<BatchesTable>;

/** One domain of a batch. */
export interface BatchItemsTable {
  batch_id: string;
  position: number;
  domain: string;
  status: Generated<'waiting' | 'started' | 'refused'>;
  /** Code of the problem with which its start was refused. */
  reason: ColumnType<string | null, undefined, string | null>;
  audit_id: ColumnType<string | null, undefined, string | null>;
}
export type BatchItemRow = Selectable<BatchItemsTable>;
