import type { EarlierReport } from '../rendering/messages.ts';
import type { AuditWithElapsed } from '../repositories/audits/audits.ts';
import { earlierAudits } from '../repositories/audits/earlier.ts';
import { findReport } from '../repositories/audits/reports.ts';
import type { Db } from '../repositories/schema/schema.ts';

/** The earlier audits that a document mentions, if the report of the latest of them is still stored. */
export async function previousAuditOf(db: Db, audit: AuditWithElapsed): Promise<EarlierReport | null> {
  const [last, ...others] = await earlierAudits(db, audit);
  const stored = last === undefined ? undefined : await findReport(db, last.id);
  if (stored === undefined) return null;
  const earlier = others.map(({ total, grade, completedAt }) => ({ total, grade, completedAt }));
  return { report: stored.body, earlier: earlier.toReversed() };
}
