import { domainChanges, domainChangesQuery, domainList, domainListQuery } from '@perimeter/contract/domains';
import { z } from 'zod';
import type { Http } from '../../http/http.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { auditableDomain } from '../auditable-domain.ts';
import { problemResponses } from '../problem-responses.ts';
import { domainChangesOf } from './domain-changes.ts';
import { accountOf, domainParams, refusals } from './own-domain.ts';
import { domainsCsv } from './domains-csv.ts';
import { allDomains, listDomains } from './list-domains.ts';

const readAccess = { kind: 'required', scope: 'audit:read' } as const;

/** GET /api/domains and /api/domains.csv */
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
    '/api/domains.csv',
    {
      config: { limit: 'domains', access: readAccess, isFile: true },
      schema: {
        tags: ['domain'],
        summary: 'The domains of the account as CSV',
        description: 'All that match, at most 10,000, in UTF-8 with a byte order mark (RFC 4180).',
        querystring: domainListQuery.omit({ cursor: true, limit: true }),
        response: {
          200: { description: 'The list: text/csv', content: { 'text/csv': { schema: z.string() } } },
          ...problemResponses(...refusals),
        },
      },
    },
    async ({ principal, query }, reply) => {
      const domains = await allDomains(db, accountOf(principal), { ...query, limit: 100 });
      return reply
        .header('cache-control', 'private, no-cache')
        .header('content-disposition', 'attachment; filename="perimeter-domains.csv"')
        .type('text/csv; charset=utf-8')
        .send(domainsCsv(domains));
    },
  );
}

/** GET /api/domains/{domain}/changes */
export function addDomainChanges(http: Http, { db }: { db: Db }): void {
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
