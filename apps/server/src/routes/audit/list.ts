import { auditList, auditListQuery, type AuditSummary } from '@perimeter/contract/audit';
import { toAuditId } from '../../audits/audit-id.ts';
import type { AuditRow } from '../../repositories/schema/schema.ts';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import { listAudits } from '../../repositories/audits/list.ts';
import { problemResponses } from '../problem-responses.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { toFailure } from './failure.ts';
import type { AuditRoutesOptions } from './options.ts';

const toSummary = (audit: AuditRow): AuditSummary => ({
  id: toAuditId(audit.id),
  domain: audit.domain,
  scanMode: audit.scan_mode,
  status: audit.status,
  private: audit.is_private,
  startedAt: audit.started_at.getTime(),
  endedAt: audit.ended_at?.getTime() ?? null,
  percentComplete: audit.percent,
  findingsCount: audit.findings_count,
  score: audit.score,
  grade: audit.grade,
  reportAvailable: audit.status === 'completed' && audit.purged_at === null,
  ...(audit.failure === null ? {} : { failure: toFailure(audit.failure) }),
});

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
