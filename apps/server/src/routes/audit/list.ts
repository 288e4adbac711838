import { auditList, auditListQuery } from '@perimeter/contract/audit';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import { listAudits } from '../../repositories/audits/list.ts';
import { problemResponses } from '../problem-responses.ts';
import { fromCursor, toCursor } from './cursor.ts';
import type { AuditRoutesOptions } from './options.ts';
import { toSummary } from './summary.ts';

/** GET /api/audits */
export function listRoute(http: Http, { db }: AuditRoutesOptions): void {
  http.get(
    '/api/audits',
    {
      config: { limit: 'list', access: { kind: 'required', scope: 'audit:read' } },
      schema: {
        tags: ['audit'],
        summary: 'List the audits of the account',
        description: 'Newest first. Audits started in the meantime do not affect later pages.',
        querystring: auditListQuery,
        response: {
          200: auditList,
          ...problemResponses('invalid_request', 'unauthorized', 'insufficient_scope', 'rate_limited'),
        },
      },
    },
    async ({ principal, query: { limit, cursor } }, reply) => {
      if (principal.kind === 'anonymous') throw new AppError('unauthorized');
      const after = cursor === undefined ? null : fromCursor(cursor);
      // One more than asked for tells whether there is another page.
      const found = await listAudits(db, principal.accountId, limit + 1, after);
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      const nextCursor = last === undefined ? null : toCursor({ startedAtMs: last.started_at.getTime(), id: last.id });
      return reply.header('cache-control', 'private, no-cache').send({ audits: page.map(toSummary), nextCursor });
    },
  );
}
