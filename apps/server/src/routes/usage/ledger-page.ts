import { type ChargedBy, ledgerEntry, type Ledger, type LedgerEntry } from '@perimeter/contract/account/ledger';
import { grade } from '@perimeter/contract/grade';
import { toAuditId } from '../../audits/audit-id.ts';
import { toKeyId } from '../../credentials/key-id.ts';
import { AppError } from '../../http/errors.ts';
import { creditsByDay, type LedgerRow, listLedger } from '../../repositories/limits/ledger.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { rowCursor } from '@perimeter/contract/account/activity';

const reasons = ledgerEntry.shape.reason;

function chargedBy({ charged_by: by, key_name: name }: LedgerRow): ChargedBy {
  if (by === 'session') return { kind: 'browser' };
  return by === null ? { kind: 'unknown' } : { kind: 'key', keyId: toKeyId(by.slice('key:'.length)), name: name ?? '' };
}

const toEntry = (row: LedgerRow): LedgerEntry => ({
  id: row.id,
  at: row.created_at.getTime(),
  credits: row.amount,
  reason: reasons.parse(row.reason),
  by: chargedBy(row),
  auditId: toAuditId(row.audit_id),
  domain: row.domain,
  scanMode: row.scan_mode,
  status: row.status,
  score: row.score,
  grade: grade.nullable().parse(row.grade),
});

/**
 * A page of an owner's ledger after a cursor, with this month's credits by day. Throws invalid_request for an unknown
 * cursor.
 */
export async function ledgerPage(db: Db, owner: string, limit: number, cursor: string | undefined): Promise<Ledger> {
  if (cursor !== undefined && !rowCursor.safeParse(cursor).success)
    throw new AppError('invalid_request', { errors: [{ pointer: '/cursor', message: 'Invalid cursor' }] });
  const [days, found] = await Promise.all([
    creditsByDay(db, owner),
    // Reads one row more than requested, to know whether there is another page.
    listLedger(db, owner, limit + 1, cursor ?? null),
  ]);
  const page = found.slice(0, limit);
  return { days, entries: page.map(toEntry), nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}
