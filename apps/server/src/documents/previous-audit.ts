import type { EarlierScore } from '@perimeter/report/pdf/changes';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../repositories/schema/schema.ts';
import type { AuditWithElapsed } from '../repositories/audits/audits.ts';
import { findReport } from '../repositories/audits/reports.ts';
import type { EarlierReport } from '../rendering/messages.ts';

/** Audits before this one that are looked at; several of them may have taken one measurement. */
const maxEarlier = 24;

/** Audits that took the same measurement have the same one here. */
const measurement = sql<string>`coalesce(shares_with, id)`;

/**
 * The same owner's audits of the same domain in the same mode before this one, newest first, one for each measurement.
 * A public audit's document is for whoever holds its id, so nothing of private ones stands in it.
 */
async function earlierAudits(db: Kysely<Schema>, audit: AuditWithElapsed): Promise<(EarlierScore & { id: string })[]> {
  if (audit.ended_at === null) return [];
  const earlier = db
    .selectFrom('audits')
    .select(['id', 'score', 'grade', 'ended_at', measurement.as('measurement')])
    .where('domain', '=', audit.domain)
    .where('scan_mode', '=', audit.scan_mode)
    .where('status', '=', 'completed')
    .where('purged_at', 'is', null)
    .where('ended_at', '<', audit.ended_at)
    .where(measurement, '!=', audit.shares_with ?? audit.id);
  const owned =
    audit.account_id === null
      ? earlier.where('account_id', 'is', null)
      : earlier.where('account_id', '=', audit.account_id);
  const readable = audit.is_private ? owned : owned.where('is_private', '=', false);
  const rows = await readable.orderBy('ended_at', 'desc').limit(maxEarlier).execute();
  const seen = new Set<string>();
  return rows.flatMap(({ id, score, grade, ended_at, measurement: taken }) => {
    if (score === null || grade === null || ended_at === null || seen.has(taken)) return [];
    seen.add(taken);
    return [{ id, total: score, grade, completedAt: ended_at.getTime() }];
  });
}

/** What a document says of the time before its audit, if the report of the last audit before is still kept. */
export async function previousAuditOf(db: Kysely<Schema>, audit: AuditWithElapsed): Promise<EarlierReport | null> {
  const [last, ...others] = await earlierAudits(db, audit);
  const stored = last === undefined ? undefined : await findReport(db, last.id);
  if (stored === undefined) return null;
  const earlier = others.map(({ total, grade, completedAt }) => ({ total, grade, completedAt }));
  return { report: stored.body, earlier: earlier.toReversed() };
}
