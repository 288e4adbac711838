import { accountDetails } from '@perimeter/contract/account/account';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { keepAccount } from '../../repositories/accounts/erasure.ts';
import { problemResponses } from '../problem-responses.ts';
import { note } from '../session/note.ts';
import { accountOf } from '../session/browser.ts';
import { detailsOf } from './account.ts';
import { requireAccount } from './holder.ts';

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
      const account = await requireAccount(identity, request.principal);
      if (account.leaves_at === null)
        return reply.code(200).send(await detailsOf(identity, account, accountOf(request.principal)));
      // The deletion may have begun in the meantime.
      if (!(await keepAccount(identity.db, account.id))) throw new AppError('unauthorized');
      identity.authenticator.forget(account.id);
      request.log.info({ accountId: account.id }, 'Account kept');
      await note(identity, request, account.id, ['account_kept']);
      return reply
        .code(200)
        .send(await detailsOf(identity, { ...account, leaves_at: null }, accountOf(request.principal)));
    },
  );
}
