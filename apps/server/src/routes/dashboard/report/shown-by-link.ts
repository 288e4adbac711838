import type { LinkAnswers } from '@perimeter/dashboard/lib/answer-props';
import { hashToken } from '../../../credentials/session-token.ts';
import { AppError } from '../../../http/errors.ts';
import { findReport } from '../../../repositories/audits/reports.ts';
import { answersThrough } from '../../../repositories/sharing/share-answers.ts';
import { findShared } from '../../../repositories/sharing/share-links.ts';
import type { PageParts } from '../options.ts';
import type { ShownReport } from './send-report.ts';

/** The report of a link and its account, which no page shows. */
export interface ShownByLink {
  report: ShownReport;
  auditId: string;
}

/** What a link's page shows about the answer that was just sent. */
export type JustAnswered = Pick<LinkAnswers, 'isSent' | 'refused'>;

const findNow = async ({ db, identity }: PageParts, token: string): ReturnType<typeof findShared> =>
  findShared(db, hashToken(token), new Date(identity.nowMs()));

/** Whether a link shows anything now. */
export const isThere = async (parts: PageParts, token: string): Promise<boolean> =>
  (await findNow(parts, token)) !== undefined;

/** The report of a link with the answers that came through it; null where there is none. */
export async function shownByLink(parts: PageParts, token: string, just: JustAnswered): Promise<ShownByLink | null> {
  const { db } = parts;
  const found = await findNow(parts, token);
  if (found === undefined) return null;
  const body = async (): Promise<Uint8Array> => {
    const stored = await findReport(db, found.auditId);
    if (stored === undefined) throw new AppError('share_link_not_found');
    return stored.body;
  };
  const { isRedacted, expiresAt, sha256, auditId, takesAnswers } = found;
  const given = takesAnswers ? await answersThrough(db, found.id) : [];
  const answers = takesAnswers
    ? {
        given: given.map(({ kind, check_id: checkId, text, name, created_at: at }) => ({
          kind,
          checkId,
          text,
          name,
          createdAt: at.getTime(),
        })),
        ...just,
      }
    : null;
  const shared = { path: `s/${token}`, isRedacted, expiresAt: expiresAt.getTime(), answers };
  return { report: { digest: sha256.toString('hex'), body, shared }, auditId };
}
