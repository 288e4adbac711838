import type { DomainSummary } from '@perimeter/contract/domains';
import { severity } from '@perimeter/contract/finding';
import { safeText } from '@perimeter/report/safe-text';
import { type CsvColumn, csvTable } from '../../shown/csv-table.ts';

const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();

const columns: readonly CsvColumn<DomainSummary>[] = [
  ['domain', ({ domain }) => domain],
  ['grade', ({ grade }) => grade],
  ['score', ({ score }) => String(score)],
  ['score_without_limits', ({ uncapped }) => (uncapped === null ? '' : String(uncapped))],
  ['provisional', ({ gradeStatus }) => (gradeStatus === 'provisional' ? 'yes' : 'no')],
  ['change_30_days', ({ change }) => (change === null ? '' : String(change))],
  ...severity.options.map(
    (name) => [`${name}_issues`, ({ issues }: DomainSummary) => (issues === null ? '' : String(issues[name]))] as const,
  ),
  ['measured', ({ completedAt }) => isoTime(completedAt)],
  ['mode', ({ scanMode }) => scanMode],
  ['policy', ({ policyVersion }) => policyVersion ?? ''],
  ['next_end', ({ deadline }) => (deadline === null ? '' : isoTime(deadline.at))],
  ['next_end_of', ({ deadline }) => deadline?.kind ?? ''],
  ['tags', ({ tags }) => tags.map((tag) => safeText(tag)).join(' ')],
  ['owner', ({ owner }) => safeText(owner)],
  ['note', ({ note }) => safeText(note)],
  ['audit', ({ auditId }) => auditId],
];

/** Domains as CSV. */
export const domainsCsv = (domains: readonly DomainSummary[]): string => csvTable(columns, domains);
