import { report } from '@perimeter/contract/report';
import type { PreviousAudit } from '@perimeter/report/pdf/words';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { AuditWithElapsed } from '../repositories/audits.ts';
import { findReport } from '../repositories/reports.ts';

const comparable = report.pick({ score: true, completedAt: true, findings: true });

/** The same owner's last audit of the same domain in the same mode before this one, if its report is still kept. */
export async function previousAuditOf(db: Kysely<Schema>, audit: AuditWithElapsed): Promise<PreviousAudit | null> {
  if (audit.ended_at === null) return null;
  const owner = db
    .selectFrom('audits')
    .select('id')
    .where('domain', '=', audit.domain)
    .where('scan_mode', '=', audit.scan_mode)
    .where('status', '=', 'completed')
    .where('purged_at', 'is', null)
    .where('ended_at', '<', audit.ended_at)
    .where('id', '!=', audit.id);
  const found = await (
    audit.account_id === null
      ? owner.where('account_id', 'is', null).where('is_private', '=', false)
      : owner.where('account_id', '=', audit.account_id)
  )
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const stored = found === undefined ? undefined : await findReport(db, found.id);
  if (stored === undefined) return null;
  const { score, completedAt, findings } = comparable.parse(JSON.parse(stored.body.toString()));
  return {
    total: score.total,
    grade: score.grade,
    completedAt,
    fingerprints: findings.map(({ fingerprint }) => fingerprint),
  };
}
