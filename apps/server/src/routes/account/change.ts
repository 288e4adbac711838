import { accountDetails, changeAccountBody } from '@perimeter/contract/account/account';
import { accountOf } from '../../accounts/caller.ts';
import { changeAccount } from '../../accounts/own/change-account.ts';
import { detailsOf } from '../../accounts/read-account.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { callerOf } from '../caller.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';

/** PATCH /api/account */
export function changeAccountRoute(http: Http, identity: Identity): void {
  http.patch(
    '/api/account',
    {
      schema: {
        tags: ['account'],
        summary: 'Change e-mail address or password',
        description:
          'A new e-mail address receives a link and takes effect when it is confirmed; until then it is pendingEmail, and the current address cancels it. A new password ends all other sessions, cancels a pending address and creates a new session for this browser. API keys stay valid.',
        body: changeAccountBody,
        response: {
          200: accountDetails,
          ...problemResponses(
            ...writeProblems,
            'login_failed',
            'second_factor_required',
            'second_factor_failed',
            'insufficient_scope',
            'mail_not_configured',
          ),
        },
      },
    },
    async (request, reply) => {
      const account = await changeAccount(identity, callerOf(identity, request, reply), request.body);
      return reply.code(200).send(await detailsOf(identity, account, accountOf(request.principal)));
    },
  );
}
