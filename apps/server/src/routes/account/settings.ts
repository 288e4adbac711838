import { accountDetails, accountSettingsBody } from '@perimeter/contract/account/account';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { setPrivateByDefault } from '../../repositories/accounts/accounts.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { detailsOf } from './account.ts';
import { requireAccount } from './holder.ts';

/** PATCH /api/account/settings */
export function accountSettingsRoute(http: Http, identity: Identity): void {
  http.patch(
    '/api/account/settings',
    {
      config: { access: { kind: 'session' } },
      schema: {
        tags: ['account'],
        summary: 'Change the settings of the account',
        body: accountSettingsBody,
        response: { 200: accountDetails, ...problemResponses(...writeProblems, 'insufficient_scope') },
      },
    },
    async ({ principal, body: { privateByDefault } }) => {
      const account = await requireAccount(identity, principal);
      await setPrivateByDefault(identity.db, account.id, privateByDefault);
      return detailsOf(identity, { ...account, private_by_default: privateByDefault });
    },
  );
}
