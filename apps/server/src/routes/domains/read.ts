import { domainChanges, domainChangesQuery, domainList, domainListQuery } from '@perimeter/contract/domains';
import type { Http } from '../../http/http.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { auditableDomain } from '../auditable-domain.ts';
import { problemResponses } from '../problem-responses.ts';
import { domainChangesOf } from './domain-changes.ts';
import { accountOf, domainParams, refusals } from './own-domain.ts';
import { listDomains } from './list-domains.ts';

const readAccess = { kind: 'required', scope: 'audit:read' } as const;

/** GET /api/domains and GET /api/domains/{domain}/changes */
export function addDomainReading(http: Http, { db }: { db: Db }): void {
  http.get(
    '/api/domains',
    {
      config: { limit: 'domains', access: readAccess },
      schema: {
        tags: ['domain'],
        summary: 'List the domains of the account',
        description:
          'Each by its latest completed audit, with the change of its score within one major version of the scoring policy.',
        querystring: domainListQuery,
        response: { 200: domainList, ...problemResponses(...refusals) },
      },
    },
    async ({ principal, query }, reply) =>
      reply.header('cache-control', 'private, no-cache').send(await listDomains(db, accountOf(principal), query)),
  );
  http.get(
    '/api/domains/:domain/changes',
    {
      config: { limit: 'domains', access: readAccess },
      schema: {
        tags: ['domain'],
        summary: 'Compare two audits of a domain',
        description:
          'Findings are matched by fingerprint. What is not found any more is gone only if its check had an answer: checks that no ' +
          'longer apply, and those without an answer this time, are listed apart.',
        params: domainParams,
        querystring: domainChangesQuery,
        response: {
          200: domainChanges,
          ...problemResponses(...refusals, 'no_audit_for_domain', 'audit_not_found', 'report_expired'),
        },
      },
    },
    async ({ principal, params, query }, reply) => {
      const { ascii } = auditableDomain(params.domain, '/domain');
      const changes = await domainChangesOf(db, accountOf(principal), ascii, query);
      return reply.header('cache-control', 'private, no-cache').send(changes);
    },
  );
}
