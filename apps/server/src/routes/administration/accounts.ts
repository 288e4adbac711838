import { administeredAccount } from '@perimeter/contract/account/account';
import { accountList, accountListQuery, setPlanBody } from '@perimeter/contract/account/administration';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { findAccountByEmail, setPlan } from '../../repositories/accounts/accounts.ts';
import { listAccounts } from '../../repositories/accounts/administration.ts';
import { note } from '../session/note.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { personOf } from '../session/browser.ts';
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
  const { db, authenticator } = identity;
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
      const { email, plan } = request.body;
      const found = (await setPlan(db, email, plan)) ? await findAccountByEmail(db, email) : undefined;
      if (found === undefined) throw new AppError('account_not_found');
      authenticator.forget(found.id);
      const accountId = personOf(request.principal);
      request.log.info({ accountId: found.id, by: accountId, plan }, 'Plan set');
      await note(identity, request, found.id, ['plan_changed', plan]);
      return reply.code(200).send({ ...toAccount(found), disabledAt: null });
    },
  );
}
