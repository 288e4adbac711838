import { domainAudits, domainAuditsQuery } from '@perimeter/contract/domains';
import type { Http } from '../../../http/http.ts';
import type { Db } from '../../../repositories/schema/schema.ts';
import { accountOf, domainParams, ownDomain, refusals } from '../../domains/own-domain.ts';
import { problemResponses } from '../../problem-responses.ts';
import { domainHistory } from './domain-history.ts';

/** GET /api/domains/{domain}/audits */
export function historyRoute(http: Http, { db }: { db: Db }): void {
  http.get(
    '/api/domains/:domain/audits',
    {
      config: { limit: 'domains' },
      schema: {
        tags: ['domain'],
        summary: 'List the completed audits of a domain',
        description:
          'Newest first, each with the change of its score since the audit before it with the same major version of the scoring ' +
          'policy, mode and authority. Audits that end in the meantime do not affect later pages.',
        params: domainParams,
        querystring: domainAuditsQuery,
        response: { 200: domainAudits, ...problemResponses(...refusals, 'no_audit_for_domain') },
      },
    },
    async ({ principal, params, query }, reply) => {
      const accountId = accountOf(principal);
      const domain = await ownDomain(db, accountId, params.domain);
      return reply.header('cache-control', 'private, no-cache').send(await domainHistory(db, accountId, domain, query));
    },
  );
}
