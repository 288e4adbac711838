import type { ScanMode } from '@perimeter/contract/report';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** Domains of an account that are audited one after the other, at the pace of its limit. */
export interface BatchesTable {
  id: string;
  account_id: string;
  scan_mode: ScanMode;
  /** Null: as the account has set when each starts. */
  is_private: boolean | null;
  authority: boolean;
  status: Generated<'running' | 'paused' | 'cancelled' | 'done'>;
  /** Code of the problem that paused it; null: it is not paused. */
  paused_because: ColumnType<string | null, undefined, string | null>;
  /** By what it was started: session, or key: and the id of the key. */
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
  /** Code of the problem that its start was refused with. */
  reason: ColumnType<string | null, undefined, string | null>;
  audit_id: ColumnType<string | null, undefined, string | null>;
}
export type BatchItemRow = Selectable<BatchItemsTable>;
