import { domainBody, ownWords, tagsBody } from '@perimeter/contract/domains';
import { z } from 'zod';
import type { Http } from '../../http/http.ts';
import { withLine } from '../../plugins/access/deeds.ts';
import { removeDomain, setTags, setWords } from '../../repositories/domains/domains.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { problemResponses } from '../problem-responses.ts';
import { accountOf, domainParams, ownDomain, refusals } from './own-domain.ts';

/** PUT /api/domains/{domain}/tags */
function tagsRoute(http: Http, { db }: { db: Db }): void {
  http.put(
    '/api/domains/:domain/tags',
    {
      config: { limit: 'domains' },
      schema: {
        tags: ['domain'],
        summary: 'Set the tags of a domain',
        description: 'These tags take the place of the earlier ones.',
        params: domainParams,
        body: tagsBody,
        response: { 200: tagsBody, ...problemResponses(...refusals, 'no_audit_for_domain') },
      },
    },
    async (request, reply) => {
      const { principal, params, body } = request;
      const accountId = accountOf(principal);
      const domain = await ownDomain(db, accountId, params.domain);
      await withLine(db, request, async (trx) => setTags(trx, accountId, domain, body.tags));
      return reply.header('cache-control', 'no-store').send({ tags: [...new Set(body.tags)] });
    },
  );
}

/** PUT /api/domains/{domain}/tags, PATCH and DELETE /api/domains/{domain} */
export function addDomainWriting(http: Http, { db }: { db: Db }): void {
  tagsRoute(http, { db });
  http.patch(
    '/api/domains/:domain',
    {
      config: { limit: 'domains' },
      schema: {
        tags: ['domain'],
        summary: 'Say who looks after a domain, and note what matters',
        description: 'What is left out stays as it is. Only the account reads it.',
        params: domainParams,
        body: domainBody,
        response: { 200: ownWords, ...problemResponses(...refusals, 'no_audit_for_domain') },
      },
    },
    async (request, reply) => {
      const { principal, params, body } = request;
      const accountId = accountOf(principal);
      const domain = await ownDomain(db, accountId, params.domain);
      const words = await withLine(db, request, async (trx) => setWords(trx, accountId, domain, body));
      return reply.header('cache-control', 'no-store').send({ domain, ...words });
    },
  );
  http.delete(
    '/api/domains/:domain',
    {
      config: { limit: 'domains' },
      schema: {
        tags: ['domain'],
        summary: 'Remove a domain from the list',
        description: 'Its audits and reports stay; the next completed audit brings it back.',
        params: domainParams,
        response: { 204: z.null(), ...problemResponses(...refusals, 'no_audit_for_domain') },
      },
    },
    async (request, reply) => {
      const { principal, params } = request;
      const accountId = accountOf(principal);
      const domain = await ownDomain(db, accountId, params.domain);
      await withLine(db, request, async (trx) => removeDomain(trx, accountId, domain));
      return reply.code(204).send(null);
    },
  );
}
