import type { SinceEarlier } from '@perimeter/dashboard/lib/props';
import { toAuditId } from '../../../audits/audit-id.ts';
import { AppError } from '../../../http/errors.ts';
import type { AuditWithElapsed } from '../../../repositories/audits/audits.ts';
import { earlierAudits } from '../../../repositories/audits/earlier.ts';
import type { Db } from '../../../repositories/schema/schema.ts';
import { changesBetweenAudits } from '../../domains/domain-changes.ts';

const maxKnown = 2_000;

/** Cached by pairs of audits, because reports never change. */
const known = new Map<string, SinceEarlier>();

/** How many places changed since the domain's previous audit; null if there is none to compare with. */
export async function sinceEarlier(db: Db, audit: AuditWithElapsed): Promise<SinceEarlier | null> {
  const [earlier] = await earlierAudits(db, audit);
  if (earlier === undefined) return null;
  const key = `${earlier.id} ${audit.id}`;
  const counted = known.get(key);
  if (counted !== undefined) return counted;
  try {
    const changes = await changesBetweenAudits(db, audit.domain, [earlier.id, audit.id]);
    const since: SinceEarlier = {
      auditId: toAuditId(earlier.id),
      completedAt: earlier.completedAt,
      new: changes.new.length,
      worse: changes.worse.length,
      better: changes.better.length,
      gone: changes.gone.length,
    };
    const [oldest] = known.keys();
    if (known.size >= maxKnown && oldest !== undefined) known.delete(oldest);
    known.set(key, since);
    return since;
  } catch (error) {
    // One of the two reports was deleted meanwhile.
    if (error instanceof AppError) return null;
    throw error;
  }
}
