import type { Kysely, Selectable } from 'kysely';
import type { AuditsTable, Schema } from '../schema/schema.ts';

/** The audit of a report, and when its document was first sealed. */
export type SealedAudit = Pick<Selectable<AuditsTable>, 'id' | 'domain' | 'ended_at' | 'score' | 'grade'> & {
  sealed_at: Date | null;
};

/** The audit whose report has this SHA-256: first among sealed documents, then among stored reports. */
export async function findAuditByContent(db: Kysely<Schema>, contentSha256: Buffer): Promise<SealedAudit | undefined> {
  const sealed = await db
    .selectFrom('seals')
    .innerJoin('audits', 'audits.id', 'seals.audit_id')
    .select(['audits.id', 'audits.domain', 'audits.ended_at', 'audits.score', 'audits.grade', 'seals.sealed_at'])
    .where('content_sha256', '=', contentSha256)
    .orderBy('sealed_at')
    .limit(1)
    .executeTakeFirst();
  if (sealed !== undefined) return sealed;
  const stored = await db
    .selectFrom('audit_reports')
    .innerJoin('audits', 'audits.id', 'audit_reports.audit_id')
    .select(['audits.id', 'audits.domain', 'audits.ended_at', 'audits.score', 'audits.grade'])
    .where('audit_reports.sha256', '=', contentSha256)
    .executeTakeFirst();
  return stored === undefined ? undefined : { ...stored, sealed_at: null };
}
