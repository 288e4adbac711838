import { auditSummary } from '@perimeter/contract/audit';
import { auditChange } from '@perimeter/contract/answers/share';
import type { Http } from '../../../http/http.ts';
import { withLine } from '../../../plugins/access/deeds.ts';
import { setPrivate } from '../../../repositories/sharing/share-links.ts';
import { problemResponses, writeProblems } from '../../problem-responses.ts';
import { toSummary } from '../../../shown/audit-summary.ts';
import { auditParams, type AuditRoutesOptions } from '../options.ts';
import { requireOwned } from './owned.ts';

/** PATCH /api/audit/{id} */
export function changeRoute(http: Http, { db, statuses }: AuditRoutesOptions): void {
  http.patch(
    '/api/audit/:id',
    {
      schema: {
        tags: ['audit'],
        summary: 'Make an audit private or public',
        description:
          'For the account that started it. Once it is private, everybody else gets the answer of an unknown id; share links keep working until they end.',
        params: auditParams,
        body: auditChange,
        response: {
          200: auditSummary,
          ...problemResponses(...writeProblems, 'insufficient_scope', 'audit_not_found'),
        },
      },
    },
    async (request, reply) => {
      const { params, body, principal, log } = request;
      const { id, account_id: accountId } = await requireOwned(db, params.id, principal);
      await withLine(db, request, async (trx) => setPrivate(trx, accountId, id, body.private));
      statuses.forget(id);
      log.info({ accountId, private: body.private }, 'Audit made private or public');
      return reply.send(toSummary(await requireOwned(db, params.id, principal)));
    },
  );
}
