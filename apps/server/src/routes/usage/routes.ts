import { usage } from '@perimeter/contract/account/usage';
import type { Db } from '../../repositories/schema/schema.ts';
import type { Http } from '../../http/http.ts';
import type { Metering } from '../../settings/metering.ts';
import { problemResponses } from '../problem-responses.ts';
import { addLedgerRoute } from './ledger.ts';
import { usageOf } from './usage-of.ts';

/** GET /api/usage */
function usageRoute(http: Http, { db, metering }: { db: Db; metering: Metering }): void {
  http.get(
    '/api/usage',
    {
      config: { limit: 'usage' },
      schema: {
        tags: ['account'],
        summary: 'Read the remaining credits',
        description:
          'Credits of the account, or of the network of an anonymous caller, in the current calendar month (UTC).',
        response: { 200: usage, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async ({ principal }, reply) =>
      reply.header('cache-control', 'no-store').send(await usageOf(db, principal, metering)),
  );
}

/** Adds the routes for the month's remaining credits and the ledger. */
export function addUsageRoute(http: Http, options: { db: Db; metering: Metering }): void {
  usageRoute(http, options);
  addLedgerRoute(http, options);
}
