import type { Batch, BatchDetails } from '@perimeter/contract/batch';
import { listedName } from '@perimeter/report/verdict/names';
import { severity } from '@perimeter/contract/finding';
import { safeText } from '@perimeter/report/safe-text';
import { toAuditId } from '../audits/audit-id.ts';
import { severitiesOf } from '../repositories/audits/report-facts.ts';
import type { BatchItem, BatchProgress } from '../repositories/batches/batches.ts';
import { type CsvColumn, csvTable } from './csv-table.ts';
import { storedUuid } from '../audits/stored-uuid.ts';

const prefix = 'batch_';

/** The stored id for a public one; null if it cannot be one. */
export const fromBatchId = (text: string): string | null => storedUuid(prefix, text);

export const toBatchId = (id: string): string => `${prefix}${id}`;

/** A batch in the API. */
export const toBatch = (row: BatchProgress): Batch => ({
  id: toBatchId(row.id),
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

/** A domain of a batch in the API. */
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

/** The result of a domain, as one word. */
const outcomeOf = ({ status, auditStatus }: BatchItem): string =>
  status === 'started' ? (auditStatus ?? 'deleted') : status;

const text = (value: string | number | null): string => (value === null ? '' : String(value));

const countsOf = (of: 'severities' | 'issues', title: string): CsvColumn<BatchItem>[] =>
  severity.options.map((name) => [
    `${name}_${title}`,
    (item: BatchItem) => text(severitiesOf(item[of])?.[name] ?? null),
  ]);

const columns: readonly CsvColumn<BatchItem>[] = [
  ['domain', ({ domain }) => safeText(domain)],
  ['outcome', outcomeOf],
  ['reason', ({ reason, failure }) => safeText(reason ?? failure?.code ?? '')],
  ['score', ({ score }) => text(score)],
  ['score_without_limits', ({ uncapped }) => text(uncapped)],
  ['grade', ({ grade }) => grade ?? ''],
  ['provisional', ({ grade_status: status }) => (status === null ? '' : status === 'provisional' ? 'yes' : 'no')],
  ...countsOf('severities', 'findings'),
  ...countsOf('issues', 'issues'),
  ['ended', ({ ended_at: at }) => at?.toISOString() ?? ''],
  ['audit', ({ audit_id: id }) => (id === null ? '' : toAuditId(id))],
];

/** A batch's domains with their results as CSV. */
export const batchCsv = (items: readonly BatchItem[]): string => csvTable(columns, items);
