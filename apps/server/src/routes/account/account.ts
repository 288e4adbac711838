import { accountDetails } from '@perimeter/contract/account/account';
import { accountOf } from '../../accounts/caller.ts';
import { requireAccount } from '../../accounts/proof/holder.ts';
import { detailsOf } from '../../accounts/read-account.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { problemResponses } from '../problem-responses.ts';

/** GET /api/account */
export function readAccountRoute(http: Http, identity: Identity): void {
  http.get(
    '/api/account',
    {
      schema: {
        tags: ['account'],
        summary: 'Read the account',
        response: { 200: accountDetails, ...problemResponses('unauthorized', 'insufficient_scope', 'rate_limited') },
      },
    },
    async ({ principal }) => detailsOf(identity, await requireAccount(identity, principal), accountOf(principal)),
  );
}
