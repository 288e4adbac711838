import { newShareBody, newShareLink } from '@perimeter/contract/answers/share';
import { dayMs } from '@perimeter/protocols/durations';
import { hashToken, newSessionToken } from '../../../credentials/session-token.ts';
import { AppError } from '../../../http/errors.ts';
import type { Http } from '../../../http/http.ts';
import { withLine } from '../../../plugins/access/deeds.ts';
import { insertShareLink, mostShareLinks } from '../../../repositories/sharing/share-links.ts';
import { originFor } from '../../../http/reached-origin.ts';
import { problemResponses, writeProblems } from '../../problem-responses.ts';
import { requireCompleted } from '../find-report.ts';
import { auditParams } from '../options.ts';
import { requireOwned, type ShareOptions } from './owned.ts';
import { shareIds, toShare } from '../../../shown/share-link.ts';

/** POST /api/audit/{id}/shares */
export function createShareRoute(http: Http, { identity, web }: ShareOptions): void {
  const { db, nowMs, publicOrigin, linkOrigin } = identity;
  http.post(
    '/api/audit/:id/shares',
    {
      schema: {
        tags: ['audit'],
        summary: 'Make a link that shows the report without an account',
        description:
          'For the account that started the audit. The response is the only place where the address appears. The link works while the audit is private, until it expires or is ended.',
        params: auditParams,
        body: newShareBody,
        response: {
          201: newShareLink,
          ...problemResponses(
            ...writeProblems,
            'insufficient_scope',
            'audit_not_found',
            'audit_not_completed',
            'audit_failed',
            'too_many_share_links',
          ),
        },
      },
    },
    async (request, reply) => {
      const { params, body, principal, log } = request;
      const { id: auditId, account_id: accountId } = await requireOwned(db, params.id, principal);
      await requireCompleted(db, params.id, principal);
      const token = newSessionToken();
      const now = new Date(nowMs());
      const link = {
        auditId,
        accountId,
        tokenHash: hashToken(token),
        isRedacted: body.redacted,
        takesAnswers: body.answers,
        now,
        expiresAt: new Date(now.getTime() + body.expiresInDays * dayMs),
      };
      const row = await withLine(db, request, async (trx) => {
        const made = await insertShareLink(trx, link);
        if (made !== undefined) return made;
        throw new AppError('too_many_share_links', { detail: `An audit has at most ${mostShareLinks}` });
      });
      log.info({ accountId, shareId: shareIds.toId(row.id) }, 'Share link created');
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({
          url: `${originFor(request, publicOrigin, linkOrigin())}${web.basePath}/s/${token}`,
          share: toShare(row),
        });
    },
  );
}
