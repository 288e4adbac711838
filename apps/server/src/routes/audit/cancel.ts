import { auditState } from '@perimeter/contract/audit';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import { keepLine } from '../../plugins/access/deeds.ts';
import { cancelAudit } from '../../repositories/audits/cancel.ts';
import { findAudit } from '../../repositories/audits/audits.ts';
import { problemResponses } from '../problem-responses.ts';
import { isOwnedBy, requireVisible, storedId } from './find.ts';
import { auditParams, type AuditRoutesOptions } from './options.ts';
import { toState } from './state.ts';

/** DELETE /api/audit/{id} */
export function cancelRoute(http: Http, { db, queue, statuses }: AuditRoutesOptions): void {
  http.delete(
    '/api/audit/:id',
    {
      config: { limit: 'cancel' },
      schema: {
        tags: ['audit'],
        summary: 'Cancel an audit',
        description:
          'Cancels a queued or running audit and refunds its credit. Only for the account or network that started it.',
        params: auditParams,
        response: {
          200: auditState,
          ...problemResponses(
            'unauthorized',
            'insufficient_scope',
            'forbidden_origin',
            'audit_not_found',
            'audit_ended',
            'rate_limited',
          ),
        },
      },
    },
    async (request, reply) => {
      const id = storedId(request.params.id);
      const audit = await findAudit(db, id);
      // A caller who may read the audit but did not start it cannot cancel it.
      if (audit === undefined || !isOwnedBy(audit, request.principal)) throw new AppError('audit_not_found');
      const cancelled = await db.transaction().execute(async (trx) => {
        const isCancelled = await cancelAudit(trx, audit, queue.enqueue);
        if (isCancelled) await keepLine(trx, request);
        return isCancelled;
      });
      statuses.forget(id);
      const now = requireVisible(await statuses.find(id), request.principal);
      if (!cancelled) throw new AppError('audit_ended', { auditStatus: now.status });
      return reply.header('cache-control', 'no-store').send(toState(now));
    },
  );
}
