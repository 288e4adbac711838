import { accountDetails, accountSettingsBody } from '@perimeter/contract/account/account';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { withLine } from '../../plugins/access/deeds.ts';
import { setPrivateByDefault } from '../../repositories/accounts/accounts.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { detailsOf } from '../../accounts/read-account.ts';
import { accountOf } from '../../accounts/caller.ts';
import { requireAccount } from '../../accounts/proof/holder.ts';

/** PATCH /api/account/settings */
export function accountSettingsRoute(http: Http, identity: Identity): void {
  http.patch(
    '/api/account/settings',
    {
      schema: {
        tags: ['account'],
        summary: 'Change the settings of the account',
        body: accountSettingsBody,
        response: { 200: accountDetails, ...problemResponses(...writeProblems, 'insufficient_scope') },
      },
    },
    async (request, reply) => {
      const { principal, body } = request;
      const account = await requireAccount(identity, principal);
      const { accountId } = accountOf(principal);
      await withLine(identity.db, request, async (trx) => setPrivateByDefault(trx, accountId, body.privateByDefault));
      return reply.send(await detailsOf(identity, account, accountOf(principal)));
    },
  );
}
