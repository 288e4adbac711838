import { shareLinkList } from '@perimeter/contract/answers/share';
import { z } from 'zod';
import { AppError } from '../../../http/errors.ts';
import type { Http } from '../../../http/http.ts';
import { withLine } from '../../../plugins/access/deeds.ts';
import { deleteShareLink, listShareLinks } from '../../../repositories/sharing/share-links.ts';
import { problemResponses } from '../../problem-responses.ts';
import { auditParams } from '../options.ts';
import { requireOwned, type ShareOptions } from './owned.ts';
import { shareIds, toShare } from '../../../shown/share-link.ts';

/** GET /api/audit/{id}/shares */
export function listSharesRoute(http: Http, { identity: { db, nowMs } }: ShareOptions): void {
  http.get(
    '/api/audit/:id/shares',
    {
      schema: {
        tags: ['audit'],
        summary: 'List the share links of an audit',
        description:
          'For the account that started the audit: the links that work, newest first, without their addresses.',
        params: auditParams,
        response: {
          200: shareLinkList,
          ...problemResponses('unauthorized', 'insufficient_scope', 'audit_not_found', 'rate_limited'),
        },
      },
    },
    async ({ params, principal }) => {
      const audit = await requireOwned(db, params.id, principal);
      return { shares: (await listShareLinks(db, audit.id, new Date(nowMs()))).map(toShare) };
    },
  );
}

/** DELETE /api/audit/{id}/shares/{shareId} */
export function endShareRoute(http: Http, { identity: { db } }: ShareOptions): void {
  http.delete(
    '/api/audit/:id/shares/:shareId',
    {
      schema: {
        tags: ['audit'],
        summary: 'End a share link',
        params: auditParams.extend({
          shareId: z.string().describe('Link id: shr_ and a UUID, as in the list of links'),
        }),
        response: {
          204: z.null().describe('Link ended'),
          ...problemResponses(
            'unauthorized',
            'insufficient_scope',
            'forbidden_origin',
            'audit_not_found',
            'share_link_not_found',
            'rate_limited',
          ),
        },
      },
    },
    async (request, reply) => {
      const { params, principal, log } = request;
      const audit = await requireOwned(db, params.id, principal);
      const id = shareIds.storedId(params.shareId);
      await withLine(db, request, async (trx) => {
        if (!(await deleteShareLink(trx, audit.id, id))) throw new AppError('share_link_not_found');
      });
      log.info({ shareId: params.shareId }, 'Share link ended');
      return reply.code(204).send(null);
    },
  );
}
