import { type Kysely, sql } from 'kysely';
import type { AuditRow, Schema } from '../schema/schema.ts';

/** An earlier audit, and its result. */
export interface EarlierAudit {
  id: string;
  total: number;
  grade: string;
  completedAt: number;
}

/** How many earlier audits are considered; several may share one measurement. */
const maxEarlier = 24;

/** Equal for all audits that share a measurement. */
const measurement = sql<string>`coalesce(shares_with, id)`;

/** The query of earlierAudits, for an audit that ended at a time. */
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
  // All rows have the same owner, or none: ordering by it lets PostgreSQL use the index for a null owner too.
  return readable.orderBy('account_id').orderBy('ended_at', 'desc').limit(maxEarlier);
}

/**
 * Earlier audits of the same owner, domain and mode, with the same authority and sweeps, newest first, one per
 * measurement. `until` limits them to those that ended before it. Anyone with the id can read a public audit's
 * document, so private audits are left out of it.
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
