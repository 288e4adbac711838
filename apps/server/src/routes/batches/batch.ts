import type { Batch, BatchDetails } from '@perimeter/contract/batch';
import { listedName } from '@perimeter/report/verdict/names';
import { toAuditId } from '../../audits/audit-id.ts';
import type { BatchItem, BatchProgress } from '../../repositories/batches/batches.ts';

const prefix = 'batch_';
const form = /^batch_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The stored id of an id from the wire; null when it cannot be one. */
export const fromBatchId = (text: string): string | null => form.exec(text)?.[1] ?? null;

/** A batch as the API shows it. */
export const toBatch = (row: BatchProgress): Batch => ({
  id: `${prefix}${row.id}`,
  status: row.status,
  pausedBecause: row.paused_because,
  scanMode: row.scan_mode,
  createdAt: row.created_at.getTime(),
  endedAt: row.ended_at?.getTime() ?? null,
  total: row.total,
  waiting: row.waiting,
  started: row.started,
  refused: row.refused,
  ended: row.ended,
});

/** One of its domains as the API shows it. */
export const toItem = (row: BatchItem): BatchDetails['items'][number] => ({
  domain: row.domain,
  listedAs: listedName(row.domain),
  status: row.status,
  reason: row.reason,
  auditId: row.audit_id === null ? null : toAuditId(row.audit_id),
  auditStatus: row.auditStatus,
  score: row.score,
  grade: row.grade,
});
