import type { Verification } from '@perimeter/contract/verification';
import { listedName } from '@perimeter/report/verdict/names';
import { grade } from '@perimeter/contract/grade';
import { toAuditId } from '../audits/audit-id.ts';
import type { Db } from '../repositories/schema/schema.ts';
import { findAuditByContent } from '../repositories/seals/sealed-audits.ts';

type Known = NonNullable<Verification['report']>;

/** What is known of a report by the SHA-256 of its canonical JSON, which only its readers can know. */
export async function knownReport(db: Db, contentSha256: Buffer): Promise<Known | null> {
  const found = await findAuditByContent(db, contentSha256);
  if (found === undefined || found.ended_at === null || found.score === null) return null;
  return {
    id: toAuditId(found.id),
    domain: found.domain,
    listedAs: listedName(found.domain),
    completedAt: found.ended_at.getTime(),
    score: found.score,
    grade: grade.parse(found.grade),
    sealedAt: found.sealed_at?.getTime() ?? null,
  };
}
