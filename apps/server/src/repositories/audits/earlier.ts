import { type Kysely, sql } from 'kysely';
import type { AuditRow, Schema } from '../schema/schema.ts';

/** An audit that ended before another, and what it came to. */
export interface EarlierAudit {
  id: string;
  total: number;
  grade: string;
  completedAt: number;
}

/** Audits before this one that are looked at; several of them may have taken one measurement. */
const maxEarlier = 24;

/** Audits that took the same measurement have the same one here. */
const measurement = sql<string>`coalesce(shares_with, id)`;

/** The audits that earlierAudits reads, of one that ended at a time. */
export function earlierAuditsQuery(db: Kysely<Schema>, audit: AuditRow, endedAt: Date) {
  const earlier = db
    .selectFrom('audits')
    .select(['id', 'score', 'grade', 'ended_at', measurement.as('measurement')])
    .where('domain', '=', audit.domain)
    .where('scan_mode', '=', audit.scan_mode)
    .where('authority_at', audit.authority_at === null ? 'is' : 'is not', null)
    .where('is_passive', '=', audit.is_passive)
    .where('status', '=', 'completed')
    .where('purged_at', 'is', null)
    .where('ended_at', '<', endedAt)
    .where(measurement, '!=', audit.shares_with ?? audit.id);
  const owned =
    audit.account_id === null
      ? earlier.where('account_id', 'is', null)
      : earlier.where('account_id', '=', audit.account_id);
  const readable = audit.is_private ? owned : owned.where('is_private', '=', false);
  // All of them have the same owner, or none: named as an order, an owner that is null is found in the index too.
  return readable.orderBy('account_id').orderBy('ended_at', 'desc').limit(maxEarlier);
}

/**
 * The same owner's audits of the same domain in the same mode, with or without authority and sweeps as this one, before it, newest first, one for each measurement.
 * until: only those that ended before it.
 * A public audit's document is for anyone who holds its id, so nothing of private ones stands in it.
 */
export async function earlierAudits(db: Kysely<Schema>, audit: AuditRow, until?: Date): Promise<EarlierAudit[]> {
  if (audit.ended_at === null) return [];
  const before = until === undefined || until > audit.ended_at ? audit.ended_at : until;
  const rows = await earlierAuditsQuery(db, audit, before).execute();
  const seen = new Set<string>();
  return rows.flatMap(({ id, score, grade, ended_at, measurement: taken }) => {
    if (score === null || grade === null || ended_at === null || seen.has(taken)) return [];
    seen.add(taken);
    return [{ id, total: score, grade, completedAt: ended_at.getTime() }];
  });
}
