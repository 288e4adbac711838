import type { AuditList } from '@perimeter/contract/audit';
import { listAudits, type ListFilter } from '../../../repositories/audits/list.ts';
import type { Db } from '../../../repositories/schema/schema.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { toSummary } from '../../../shown/audit-summary.ts';

/** A page of an account's audits after a cursor, and the next cursor. Throws invalid_request for an unknown cursor. */
export async function auditPage(
  db: Db,
  accountId: string,
  limit: number,
  cursor: string | undefined,
  filter: ListFilter = {},
): Promise<AuditList> {
  const after = cursor === undefined ? null : fromCursor(cursor);
  // Reads one row more than requested, to know whether there is another page.
  const found = await listAudits(db, accountId, limit + 1, after, filter);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const nextCursor = last === undefined ? null : toCursor({ startedAtMs: last.started_at.getTime(), id: last.id });
  return { audits: page.map(toSummary), nextCursor };
}
