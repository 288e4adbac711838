import { knownScore, storedScore, type StoredScore } from '../../audit/outlook/scored-report.ts';
import { AppError } from '../../../http/errors.ts';
import type { HttpRequest } from '../../../http/http.ts';
import type { AuditWithElapsed } from '../../../repositories/audits/audits.ts';
import { findReport } from '../../../repositories/audits/reports.ts';
import { answersToAudit } from '../../../repositories/sharing/share-answers.ts';
import { toAnswer } from '../../../shown/answer.ts';
import { applied, waiversFor } from '../../waivers/applied.ts';
import type { PageParts } from '../options.ts';
import { type Beside, onlyReport } from './send-report.ts';
import { sinceEarlier } from './since.ts';

async function scoreOf({ db }: PageParts, { id, domain }: AuditWithElapsed, digest: string): Promise<StoredScore> {
  const known = knownScore(digest);
  if (known !== undefined) return known;
  const stored = await findReport(db, id);
  if (stored === undefined) throw new AppError('report_expired', { domain });
  return storedScore(stored);
}

/**
 * What a report page shows besides the report: whether it is private and the reader's own, changes since the reader's
 * previous audit, and risks that their account accepted for the domain.
 */
export async function besideReport(
  parts: PageParts,
  { principal }: HttpRequest,
  audit: AuditWithElapsed,
  digest: string,
): Promise<Beside> {
  const isPrivate = audit.is_private;
  if (principal.kind === 'anonymous') return { ...onlyReport, isPrivate };
  const isOwn = audit.account_id === principal.accountId;
  const [waivers, since, answers] = await Promise.all([
    waiversFor(parts.db, principal, audit.domain),
    isOwn ? sinceEarlier(parts.db, audit) : null,
    isOwn ? answersToAudit(parts.db, principal.accountId, audit.id) : null,
  ]);
  const own = { isPrivate, isOwn, since, answers: answers?.map(toAnswer) ?? null };
  if (waivers.length === 0) return { ...own, accepted: { scoreWithWaivers: null, waivers: [], waived: [] } };
  const score = await scoreOf(parts, audit, digest);
  return { ...own, accepted: applied(waivers, score, parts.identity.nowMs()) };
}
