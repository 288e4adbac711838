import { accountDetails } from '@perimeter/contract/account/account';
import { accountOf } from '../../accounts/caller.ts';
import { stayAfterAll } from '../../accounts/own/deletion.ts';
import { detailsOf } from '../../accounts/read-account.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { callerOf } from '../caller.ts';
import { problemResponses } from '../problem-responses.ts';

/** POST /api/account/keep */
export function keepAccountRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/account/keep',
    {
      schema: {
        tags: ['account'],
        summary: 'Keep an account that is to be deleted',
        description: 'Its API keys and share links work again. Batches that were paused are resumed one by one.',
        response: {
          200: accountDetails,
          ...problemResponses('unauthorized', 'insufficient_scope', 'forbidden_origin', 'rate_limited'),
        },
      },
    },
    async (request, reply) => {
      const account = await stayAfterAll(identity, callerOf(identity, request, reply));
      return reply.code(200).send(await detailsOf(identity, account, accountOf(request.principal)));
    },
  );
}
