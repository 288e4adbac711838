import { administeredAccount } from '@perimeter/contract/account/account';
import { accountList, accountListQuery, setPlanBody } from '@perimeter/contract/account/administration';
import { givePlan } from '../../accounts/administer.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { listAccounts } from '../../repositories/accounts/administration.ts';
import { callerOf } from '../caller.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { toAccount } from '../../shown/account.ts';

/** GET /api/accounts */
export function listAccountsRoute(http: Http, { db }: Identity): void {
  http.get(
    '/api/accounts',
    {
      schema: {
        tags: ['administration'],
        summary: 'List accounts',
        description: 'For administrators. By e-mail address; disabled accounts too.',
        querystring: accountListQuery,
        response: {
          200: accountList,
          ...problemResponses('invalid_request', 'unauthorized', 'insufficient_scope', 'rate_limited'),
        },
      },
    },
    async ({ query }, reply) => {
      const rows = await listAccounts(db, { ...query, after: query.after });
      const accounts = rows.map((row) => ({
        ...toAccount(row),
        disabledAt: row.disabled_at?.getTime() ?? null,
        hasSecondFactor: row.hasSecondFactor,
        creditsUsed: row.creditsUsed,
      }));
      const next = rows.length === query.limit ? (rows.at(-1)?.email ?? null) : null;
      return reply.header('cache-control', 'no-store').send({ accounts, next });
    },
  );
}

/** POST /api/accounts/plan */
export function setPlanRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/accounts/plan',
    {
      schema: {
        tags: ['administration'],
        summary: 'Set the plan of an account',
        description: 'For administrators. Takes effect at once.',
        body: setPlanBody,
        response: {
          200: administeredAccount,
          ...problemResponses(...writeProblems, 'insufficient_scope', 'account_not_found'),
        },
      },
    },
    async (request, reply) => {
      const found = await givePlan(identity, callerOf(identity, request, reply), request.body);
      return reply.code(200).send({ ...toAccount(found), disabledAt: null });
    },
  );
}
