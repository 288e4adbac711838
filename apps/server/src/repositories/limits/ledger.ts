import type { AuditStatus } from '@perimeter/contract/audit';
import type { ScanMode } from '@perimeter/contract/report';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import { period } from './credits.ts';

/** One ledger entry with its audit and the credential that was charged. */
export interface LedgerRow {
  id: string;
  created_at: Date;
  amount: 1 | -1;
  reason: string;
  charged_by: string | null;
  key_name: string | null;
  audit_id: string;
  domain: string;
  scan_mode: ScanMode;
  status: AuditStatus;
  score: number | null;
  grade: string | null;
}

/** A page of an owner's ledger before an entry, newest first. Later entries do not change pages before an entry. */
export async function listLedger(
  db: Kysely<Schema>,
  owner: string,
  limit: number,
  before: string | null,
): Promise<LedgerRow[]> {
  const all = db
    .selectFrom('credit_entries')
    .innerJoin('audits', 'audits.id', 'credit_entries.audit_id')
    .leftJoin('api_keys', (join) => join.on(sql<boolean>`charged_by = 'key:' || api_keys.id::text`))
    .select([
      'credit_entries.id',
      'credit_entries.created_at',
      'amount',
      'reason',
      'charged_by',
      'api_keys.name as key_name',
      'audit_id',
      'domain',
      'scan_mode',
      'status',
      'score',
      'grade',
    ])
    .where('owner', '=', owner);
  const rest = before === null ? all : all.where('credit_entries.id', '<', before);
  return rest.orderBy('credit_entries.id', 'desc').limit(limit).execute();
}

/** An owner's credits of this month by the day (UTC) of the charge, without refunded ones. */
export async function creditsByDay(db: Kysely<Schema>, owner: string): Promise<{ day: string; used: number }[]> {
  const { rows } = await sql<{ day: string; used: number }>`
    select to_char(charge.created_at at time zone 'utc', 'YYYY-MM-DD') as day,
      (count(*) - count(refund.id))::integer as used
    from credit_entries charge
    left join credit_entries refund on refund.audit_id = charge.audit_id and refund.amount = -1
    where charge.owner = ${owner} and charge.period = ${period} and charge.amount = 1
    group by 1 order by 1`.execute(db);
  return rows;
}
