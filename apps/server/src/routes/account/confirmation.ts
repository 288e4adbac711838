import { z } from 'zod';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { requireAccount } from '../../accounts/proof/holder.ts';
import { askToConfirm } from '../../accounts/own/ask-to-confirm.ts';

/** POST /api/account/confirmation */
export function sendConfirmationRoute(http: Http, identity: Identity): void {
  http.post(
    '/api/account/confirmation',
    {
      schema: {
        tags: ['account'],
        summary: 'Send the confirmation link again',
        description: 'The previous link stops working. Sends nothing if the e-mail address is confirmed already.',
        response: {
          202: z.undefined().describe('The link has been sent'),
          ...problemResponses(...writeProblems, 'insufficient_scope'),
        },
      },
    },
    async (request, reply) => {
      const account = await requireAccount(identity, request.principal);
      if (account.confirmed_at === null) await askToConfirm(identity, account, request.log);
      return reply.code(202).send();
    },
  );
}
