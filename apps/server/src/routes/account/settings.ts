import { accountDetails, accountSettingsBody } from '@perimeter/contract/account/account';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { setPrivateByDefault } from '../../repositories/accounts/accounts.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { detailsOf } from './account.ts';
import { accountOf } from '../session/browser.ts';
import { requireAccount } from './holder.ts';

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
    async ({ principal, body: { privateByDefault } }) => {
      const account = await requireAccount(identity, principal);
      await setPrivateByDefault(identity.db, accountOf(principal).accountId, privateByDefault);
      return detailsOf(identity, account, accountOf(principal));
    },
  );
}
