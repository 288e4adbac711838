import { accountDeletion, deleteAccountBody } from '@perimeter/contract/account/account';
import { requestDeletion } from '../../accounts/own/deletion.ts';
import { clearedCookieField, forgetSite } from '../../credentials/session-token.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import type { ErasureParts } from '../../jobs/erase-account.ts';
import { callerOf } from '../caller.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';

/** DELETE /api/account */
export function deleteAccountRoute(http: Http, identity: Identity, parts: ErasureParts): void {
  http.delete(
    '/api/account',
    {
      schema: {
        tags: ['account'],
        summary: 'Delete the account with its audits in a week',
        description:
          'Ends all sessions and cancels running audits at once; API keys, share links and batches stop. Until the time that is answered, somebody who logs in can read, export and keep the account. Then reports, evidence, signed documents, keys and batches are removed. What stays names nobody: the register of signed documents (hashes), the ledger of credits and statements of authority under the id of the account, and that an audit of a domain took place.',
        body: deleteAccountBody,
        response: {
          202: accountDeletion,
          ...problemResponses(
            ...writeProblems,
            'login_failed',
            'insufficient_scope',
            'second_factor_required',
            'second_factor_failed',
            'last_admin',
          ),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(identity, request, reply);
      const deletesAt = await requestDeletion(identity, parts, caller, request.body);
      return reply
        .code(202)
        .headers({ 'set-cookie': clearedCookieField(caller.cookies), 'clear-site-data': forgetSite })
        .send({ deletesAt: deletesAt.getTime() });
    },
  );
}
