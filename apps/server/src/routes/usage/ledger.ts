import { ledger, ledgerQuery } from '@perimeter/contract/account/ledger';
import { principalKey } from '../../credentials/principal.ts';
import type { Http } from '../../http/http.ts';
import type { Db } from '../../repositories/schema/schema.ts';
import { problemResponses } from '../problem-responses.ts';
import { ledgerPage } from './ledger-page.ts';

/** GET /api/usage/ledger: for accounts only, because a network may be shared by unrelated people. */
export function addLedgerRoute(http: Http, { db }: { db: Db }): void {
  http.get(
    '/api/usage/ledger',
    {
      config: { limit: 'usage' },
      schema: {
        tags: ['account'],
        summary: 'Read the charges and refunds of the account',
        description:
          'Newest first, with the audit and the API key or browser that each was charged by, and the credits of this month by day.',
        querystring: ledgerQuery,
        response: {
          200: ledger,
          ...problemResponses('invalid_request', 'unauthorized', 'insufficient_scope', 'rate_limited'),
        },
      },
    },
    async ({ principal, query: { limit, cursor } }, reply) =>
      reply.header('cache-control', 'no-store').send(await ledgerPage(db, principalKey(principal), limit, cursor)),
  );
}
