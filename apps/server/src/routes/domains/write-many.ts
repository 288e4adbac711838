import { manyDomains, manyDomainsBody } from '@perimeter/contract/domains';
import type { Http } from '../../http/http.ts';
import { withLine } from '../../plugins/access/deeds.ts';
import { setManyWords } from '../../repositories/domains/many-words.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { auditableDomain } from '../auditable-domain.ts';
import { problemResponses } from '../problem-responses.ts';
import { accountOf, refusals } from './own-domain.ts';

/** PATCH /api/domains */
export function addManyDomains(http: Http, { db }: { db: Db }): void {
  http.patch(
    '/api/domains',
    {
      config: { limit: 'domains' },
      // A hundred domains with all that may be kept of them, and what it was.
      bodyLimit: 1024 * 1024,
      schema: {
        tags: ['domain'],
        summary: 'Set tags, owners and notes of many domains',
        description:
          'As a list says them: POST /api/batches/check reads one, and says what it would change. What is left out stays.',
        body: manyDomainsBody,
        response: { 200: manyDomains, ...problemResponses(...refusals) },
      },
    },
    async (request, reply) => {
      const { principal, body } = request;
      const accountId = accountOf(principal);
      const given = body.domains.map((one, at) => ({
        ...one,
        domain: auditableDomain(one.domain, `/domains/${at}/domain`).ascii,
      }));
      const done = await withLine(db, request, async (trx) => setManyWords(trx, accountId, given));
      return reply.header('cache-control', 'no-store').send(done);
    },
  );
}
