import { auditList, auditListQuery } from '@perimeter/contract/audit';
import { AppError } from '../../../http/errors.ts';
import type { Http } from '../../../http/http.ts';
import { problemResponses } from '../../problem-responses.ts';
import { auditableDomain } from '../../auditable-domain.ts';
import { historyRoute } from './history-route.ts';
import { auditPage } from './audit-page.ts';
import type { AuditRoutesOptions } from '../options.ts';

/** GET /api/audits and /api/domains/{domain}/audits */
export function listRoute(http: Http, { db }: AuditRoutesOptions): void {
  historyRoute(http, { db });
  http.get(
    '/api/audits',
    {
      config: { limit: 'list' },
      schema: {
        tags: ['audit'],
        summary: 'List the audits of the account',
        description: 'Newest first. Audits started in the meantime do not affect later pages.',
        querystring: auditListQuery,
        response: {
          200: auditList,
          ...problemResponses(
            'invalid_request',
            'invalid_domain',
            'unauthorized',
            'insufficient_scope',
            'rate_limited',
          ),
        },
      },
    },
    async ({ principal, query: { limit, cursor, domain, status } }, reply) => {
      if (principal.kind === 'anonymous') throw new AppError('unauthorized');
      const name = domain === undefined ? undefined : auditableDomain(domain, '/domain').ascii;
      const page = await auditPage(db, principal.accountId, limit, cursor, { domain: name, status });
      return reply.header('cache-control', 'private, no-cache').send(page);
    },
  );
}
